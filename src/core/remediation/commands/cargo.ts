/** Cargo. https://doc.rust-lang.org/cargo/commands/cargo-update.html */
import { type Command, type CommandRequest, isSafeName, isSafeVersion, PLAIN_VERSION, quoteWord } from './command.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

export function writeCargo({ name, version, kind, isOnLine }: CommandRequest): readonly Command[] | undefined {
  if (!isSafeName(name, NAME) || !isSafeVersion(version, PLAIN_VERSION)) return undefined;
  const update: Command = {
    manager: 'cargo',
    form: 'shell',
    text: `cargo update -p ${quoteWord(name)} --precise ${quoteWord(version)}`,
  };
  if (isOnLine) return [update];
  // The lock file cannot violate the constraints of Cargo.toml.
  if (kind === 'override') return [{ ...update, note: 'Works only if every parent allows this version.' }];
  return [{ manager: 'cargo', form: 'shell', text: `cargo add ${quoteWord(`${name}@${version}`)}` }];
}
