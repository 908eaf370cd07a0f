/** Go. Advisories write versions without the `v` that the tool requires. https://go.dev/ref/mod#go-get */
import { type Command, type CommandRequest, isSafeName, isSafeVersion, quoteWord } from './command.ts';

const MODULE = /^[A-Za-z0-9][A-Za-z0-9._~/-]*$/;
const VERSION = /^v[0-9][0-9A-Za-z.+-]*$/;
const STARTS_WITH_DIGIT = /^[0-9]/;

const OTHER_PATH =
  'From version 2 on, most modules have the major version in their path, so this version may have another module path.';
const MAJOR_OF_TAG = /^v([0-9]{1,9})\./;
const MAJOR_OF_PATH = /[./]v([0-9]{1,9})$/;

/** https://go.dev/ref/mod#major-version-suffixes */
function isOfModulePath(name: string, tag: string): boolean {
  const major = Number(MAJOR_OF_TAG.exec(tag)?.[1] ?? 0);
  return major < 2 || tag.endsWith('+incompatible') || Number(MAJOR_OF_PATH.exec(name)?.[1]) === major;
}

/** Go itself is not a module: its users rebuild with a newer release. */
export function isGoItself(name: string): boolean {
  return name === 'stdlib' || name === 'toolchain';
}

export function writeGo({ name, version, kind }: CommandRequest): readonly Command[] | undefined {
  const tag = STARTS_WITH_DIGIT.test(version) ? `v${version}` : version;
  const hasOddPart = name.split('/').some((part) => part === '' || part === '.' || part === '..');
  if (hasOddPart || !isSafeName(name, MODULE) || !isSafeVersion(tag, VERSION)) return undefined;
  const get: Command = {
    manager: 'go',
    form: 'shell',
    text: `go get ${quoteWord(`${name}@${tag}`)} && go mod tidy`,
    ...(isOfModulePath(name, tag) ? {} : { note: OTHER_PATH }),
  };
  if (kind === 'upgrade') return [get];
  return [
    { manager: 'go', form: 'file', file: 'go.mod', text: `require ${name} ${tag}`, note: 'Then run go mod tidy.' },
    get,
  ];
}
