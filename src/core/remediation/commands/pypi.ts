/** pip and Poetry. https://pip.pypa.io/en/stable/user_guide/#constraints-files */
import { type Command, type CommandRequest, isSafeName, isSafeVersion, quoteWord } from './command.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const VERSION = /^[0-9][0-9A-Za-z.!+_-]*$/;

export function writePypi({ name, version, kind }: CommandRequest): readonly Command[] | undefined {
  if (!isSafeName(name, NAME) || !isSafeVersion(version, VERSION)) return undefined;
  // `2.0+cpu` is a build of 2.0 in a separate index; 2.0 is available everywhere.
  const [bare = '', local] = version.split('+', 2);
  const note = local === undefined ? {} : { note: `The local version label +${local} was left out.` };
  const pinned = `${name}==${bare}`;
  if (kind === 'upgrade') {
    return [
      { manager: 'pip', form: 'shell', text: `pip install ${quoteWord(pinned)}`, ...note },
      { manager: 'poetry', form: 'shell', text: `poetry add ${quoteWord(pinned)}`, ...note },
    ];
  }
  return [
    { manager: 'pip', form: 'file', file: 'constraints.txt', text: pinned, ...note },
    {
      manager: 'poetry',
      form: 'shell',
      text: `poetry add ${quoteWord(pinned)}`,
      note: 'Poetry has no overrides: the package becomes a direct dependency.',
    },
  ];
}
