/** Composer. https://getcomposer.org/doc/03-cli.md#require-r */
import { type Command, type CommandRequest, isSafeName, isSafeVersion, quoteWord } from './command.ts';

const NAME = /^[a-z0-9][a-z0-9_.-]*\/[a-z0-9][a-z0-9_.-]*$/;
const VERSION = /^v?[0-9][0-9A-Za-z.+-]*$/;

export function writeComposer({ name, version, kind }: CommandRequest): readonly Command[] | undefined {
  if (!isSafeName(name, NAME) || !isSafeVersion(version, VERSION)) return undefined;
  const text = `composer require ${quoteWord(`${name}:${version}`)} -W`;
  if (kind === 'upgrade') return [{ manager: 'composer', form: 'shell', text }];
  return [
    { manager: 'composer', form: 'shell', text, note: 'The package becomes a direct requirement of the project.' },
  ];
}
