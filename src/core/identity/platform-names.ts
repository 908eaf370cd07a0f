/**
 * Maps the spellings of operating systems and processors to Go's names. The vocabulary is closed: an unknown word, such as
 * `unix`, could mean anything and must not be treated as a known one.
 * https://go.dev/doc/install/source#environment
 */
import { parsePurl, type Purl } from './purl/purl.ts';

const SYSTEMS: ReadonlyMap<string, string> = toTable({
  aix: [],
  android: [],
  darwin: ['macos', 'macosx', 'osx'],
  dragonfly: ['dragonflybsd'],
  freebsd: [],
  illumos: [],
  ios: [],
  js: [],
  linux: [],
  netbsd: [],
  openbsd: [],
  plan9: [],
  solaris: ['sunos'],
  wasip1: ['wasi'],
  windows: ['win32'],
});

const PROCESSORS: ReadonlyMap<string, string> = toTable({
  '386': ['i386', 'i486', 'i586', 'i686', 'ia32', 'x86'],
  amd64: ['x86_64', 'x86-64', 'x64'],
  arm: ['armel', 'armhf', 'armv5', 'armv6', 'armv6l', 'armv7', 'armv7hl', 'armv7l', 'arm32v6', 'arm32v7'],
  arm64: ['aarch64', 'arm64v8'],
  loong64: ['loongarch64'],
  mips: [],
  mips64: [],
  mips64le: ['mips64el'],
  mipsle: ['mipsel'],
  ppc64: ['powerpc64'],
  ppc64le: ['powerpc64le', 'ppc64el'],
  riscv64: ['riscv64gc'],
  s390x: [],
  wasm: ['wasm32'],
});

/** `win32` is `windows`; undefined for an unknown word. */
export function toGoOs(word: string): string | undefined {
  return SYSTEMS.get(word.trim().toLowerCase());
}

/** `x86_64` is `amd64`; undefined for an unknown word, and for `all` and `noarch`. */
export function toGoArch(word: string): string | undefined {
  return PROCESSORS.get(word.trim().toLowerCase());
}

/**
 * Returns the words sorted and without duplicates. Empty if one of them is unknown: a limit that is only partly understood is
 * ignored.
 */
export function toKnownNames(
  words: readonly string[],
  toKnown: (word: string) => string | undefined,
): readonly string[] {
  const known = new Set<string>();
  for (const word of words) {
    const each = toKnown(word);
    if (each === undefined) return [];
    known.add(each);
  }
  return [...known].toSorted();
}

function toTable(spellings: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  const words = Object.entries(spellings).flatMap(([word, others]) =>
    [word, ...others].map((each) => [each, word] as const),
  );
  return new Map(words);
}

/** Target platform in Go terms: `linux`, `amd64`. An empty list: not stated. */
export interface TargetPlatform {
  readonly os: readonly string[];
  readonly arch: readonly string[];
}

const NOTHING: TargetPlatform = { os: [], arch: [] };
const QUALIFIER = /[?&](?:arch|goos|goarch)=/i;

/**
 * The platform of a package according to its purl: `arch` for system packages, `goos` and `goarch` for Go modules. Returns empty
 * lists if it is missing or unknown. Called for every component of a document, so a purl without such a qualifier is not parsed.
 */
export function platformOfPurl(text: string | null): TargetPlatform {
  const purl = text !== null && QUALIFIER.test(text) ? parsePurl(text).purl : undefined;
  return purl === undefined ? NOTHING : platformOfParsed(purl);
}

/** Same as `platformOfPurl`, for a parsed purl. */
export function platformOfParsed({ qualifiers }: Pick<Purl, 'qualifiers'>): TargetPlatform {
  const os = qualifiers.get('goos');
  const arch = qualifiers.get('goarch') ?? qualifiers.get('arch');
  return {
    os: os === undefined ? [] : toKnownNames([os], toGoOs),
    arch: arch === undefined ? [] : toKnownNames([arch], toGoArch),
  };
}
