/** Bundler. https://bundler.io/man/bundle-update.1.html */
import { type Command, type CommandRequest, isSafeName, isSafeVersion, quoteWord } from './command.ts';

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
// Without a platform suffix: `1.15.0-x86_64-linux` depends on the installing machine.
const VERSION = /^[0-9][0-9A-Za-z.]*$/;
const PLATFORM = /-.*$/s;

export function writeBundler({ name, version, kind }: CommandRequest): readonly Command[] | undefined {
  const bare = version.replace(PLATFORM, '');
  if (!isSafeName(name, NAME) || !isSafeVersion(bare, VERSION)) return undefined;
  const update: Command = {
    manager: 'bundler',
    form: 'shell',
    text: `bundle update ${quoteWord(name)} --conservative`,
    note: `The Gemfile must allow ${bare}.`,
  };
  if (kind === 'upgrade') return [update];
  const line = `gem ${quoteWord(name)}, ${quoteWord(`>= ${bare}`)}`;
  return [{ manager: 'bundler', form: 'file', file: 'Gemfile', text: line }, update];
}
