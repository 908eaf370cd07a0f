/**
 * Detects the platforms that a text names. "On Windows, attackers can ..." may be followed by a sentence about Linux: a literal
 * quote can still be incomplete.
 */
import { hasAny, listWords, type SentenceWords } from './sentence-words.ts';
import type { Platform } from '../../../advisory/platform.ts';

/** Ambiguous words: message authentication codes, power, lights. */
const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set(['mac', 'power', 'nix', 'neon', 'apple', 'intel', 'mainframe']);
/** Names only when capitalized, or when the sentence speaks of operating systems. */
const ORDINARY_WORDS: ReadonlySet<string> = new Set(['windows', 'dragonfly']);
const OF_SYSTEMS = ['os', 'goos', 'platform', 'platforms', 'operating'];

/**
 * Checks that a sentence names the claimed platform as the place where something happens: "on Windows", "Windows hosts", "only
 * Windows", but not "paths of Windows". It is stricter than `mentionsAnyPlatform`: there an ambiguous
 * word prevents a dismissal, here it would support one.
 */
export function findPlatform(platform: string, words: SentenceWords): readonly number[] {
  if (hasAny(words, OF_OTHER_MACHINES) || isRemote(words)) return [];
  return listPlatformNames(platform)
    .filter((name) => !AMBIGUOUS_NAMES.has(name) && isName(name, words))
    .flatMap((name) => listUsesAsPlatform(name.split(JOINT), words));
}

/** A tool that manages other machines runs on none of them. */
const OF_OTHER_MACHINES = ['playbook', 'playbooks'];
const MACHINES: ReadonlySet<string> = new Set(listWords('machine machines host hosts computer computers'));

function isRemote({ parts }: SentenceWords): boolean {
  return parts.some((part, i) => part === 'remote' && MACHINES.has(parts[i + 1] ?? ''));
}

function isName(name: string, words: SentenceWords): boolean {
  if (!ORDINARY_WORDS.has(name) || hasAny(words, OF_SYSTEMS)) return true;
  return words.written.some((word) => word.split('-').some((part) => part !== name && part.toLowerCase() === name));
}

/** Splits like the parts of a sentence. */
const JOINT = /[-_ ]/;

const BEFORE: ReadonlySet<string> = new Set(listWords('on for under than except affects affecting affect targeting'));
/** Maximum number of words before the name: "on the same Android device". */
const BEFORE_MAX = 3;
const BEHIND: ReadonlySet<string> = new Set(
  listWords(`
  user users host hosts server servers system systems machine machines installation installations installer build
  builds platform platforms version versions deployment deployments environment environments service services port
  package packages node nodes architecture architectures target targets arm based processor processors cpu
  cpus
`),
);
const LIMITING: ReadonlySet<string> = new Set(
  listWords('only alone solely exclusively exclusive limited restricted specific else other no'),
);
/** Maximum number of words between the name and one of these. */
const LIMITING_MAX = 4;
/** The platform of a visitor is not that of the service. */
const OF_VISITORS: ReadonlySet<string> = new Set(['client', 'clients', 'browser', 'browsers']);
/** Maximum number of words between the name and the version of a product. */
const VERSION_MAX = 4;
const DIGIT = /^[0-9]/;
/** A file that was made on a platform can be used on any other. */
const MADE: ReadonlySet<string> = new Set(['made', 'created', 'built', 'written', 'stored', 'generated', 'compiled']);

function listUsesAsPlatform(name: readonly string[], words: SentenceWords): readonly number[] {
  const { parts, clauses } = words;
  return [...parts.keys()].filter((i) => {
    if (!name.every((part, j) => parts[i + j] === part) || !isOwnWord(name, words.wholes[i] ?? '')) return false;
    // "32-bit" is also the size of a number.
    if (name.length > 1 && name[1] === 'bit') return BEHIND.has(parts[i + name.length] ?? '');
    const end = i + name.length;
    if (parts.slice(end, end + 2).some((part) => OF_VISITORS.has(part))) return false;
    if (parts[i - 1] === 'on' && MADE.has(parts[i - 2] ?? '')) return false;
    const from = Math.max(0, i - LIMITING_MAX);
    const near = parts.slice(from, end + LIMITING_MAX);
    const isLimited = near.some((part, j) => LIMITING.has(part) && clauses[from + j] === clauses[i]);
    if (isLimited || BEHIND.has(parts[end] ?? '')) return true;
    // "In macOS before 10.13" is a version of a product that has its own copy of the package.
    if (parts[i - 1] === 'in') return !parts.slice(end, end + VERSION_MAX).some((part) => DIGIT.test(part));
    return parts.slice(Math.max(0, i - BEFORE_MAX), i).some((part) => BEFORE.has(part));
  });
}

/** `android-lint` and `solaris_zone` are names of something else. */
function isOwnWord(name: readonly string[], whole: string): boolean {
  const rest = whole.slice(name.join('-').length);
  return whole === name[0] || rest === '' || SUFFIXES.has(rest);
}

const SUFFIXES: ReadonlySet<string> = new Set(['-based', '-only', '-specific', '-like', '-family']);

/** Names of one or two words. An operating system is also named by its distributions and derivatives. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  linux: [
    'linux',
    'unix',
    'posix',
    'nix',
    'unices',
    'ubuntu',
    'debian',
    'alpine',
    'fedora',
    'centos',
    'rhel',
    'suse',
    'opensuse',
    'red hat',
    'redhat',
    'amazon linux',
    'gentoo',
    'arch linux',
    'glibc',
    'musl',
    'systemd',
    'wsl',
  ],
  android: ['android', 'linux', 'unix', 'posix'],
  darwin: ['darwin', 'macos', 'mac', 'osx', 'os x', 'mac os', 'apple', 'unix', 'posix', 'nix', 'bsd'],
  ios: ['ios', 'ipados', 'apple'],
  windows: ['windows', 'win32', 'win64', 'winnt', 'ntfs', 'cygwin', 'mingw'],
  freebsd: ['freebsd', 'bsd', 'unix', 'posix', 'nix'],
  openbsd: ['openbsd', 'bsd', 'unix', 'posix', 'nix'],
  netbsd: ['netbsd', 'bsd', 'unix', 'posix', 'nix'],
  dragonfly: ['dragonfly', 'dragonflybsd', 'bsd', 'unix', 'posix', 'nix'],
  solaris: ['solaris', 'sunos', 'unix', 'posix', 'nix'],
  illumos: ['illumos', 'solaris', 'sunos', 'unix', 'posix', 'nix'],
  aix: ['aix', 'unix', 'posix', 'nix'],
  amd64: ['amd64', 'x86_64', 'x86-64', 'x86', 'x64', '64-bit', '64 bit', '64bit', 'intel', 'avx', 'avx2', 'avx512'],
  arm64: ['arm64', 'aarch64', 'arm', 'armv8', 'armv8-a', 'neon', '64-bit', '64 bit', '64bit', 'graviton'],
  '386': ['386', 'i386', 'i486', 'i586', 'i686', 'x86', 'ia32', 'ia-32', '32-bit', '32 bit', '32bit', 'intel'],
  arm: ['arm', 'armv6', 'armv7', 'armv7l', 'armhf', 'armel', 'neon', '32-bit', '32 bit', '32bit'],
  ppc64le: ['ppc64le', 'ppc64el', 'powerpc', 'power', 'ppc64', 'ppc', '64-bit', '64 bit', '64bit'],
  ppc64: ['ppc64', 'powerpc', 'power', 'ppc', '64-bit', '64 bit', '64bit', 'big-endian'],
  s390x: ['s390x', 's390', 'ibm z', 'mainframe', '64-bit', '64 bit', '64bit', 'big-endian'],
  riscv64: ['riscv64', 'riscv', 'risc-v', '64-bit', '64 bit', '64bit'],
  loong64: ['loong64', 'loongarch', 'loongarch64', '64-bit', '64 bit', '64bit'],
  mips: ['mips', '32-bit', '32 bit', '32bit', 'big-endian'],
  mipsle: ['mipsle', 'mipsel', 'mips', '32-bit', '32 bit', '32bit'],
  mips64: ['mips64', 'mips', '64-bit', '64 bit', '64bit', 'big-endian'],
  mips64le: ['mips64le', 'mips64el', 'mips64', 'mips', '64-bit', '64 bit', '64bit'],
  wasm: ['wasm', 'wasm32', 'webassembly'],
};

/** Phrases for all platforms. */
const ALL_PLATFORM_PHRASES: Readonly<Record<keyof Platform, readonly string[]>> = {
  os: [
    'all platforms',
    'any platform',
    'every platform',
    'other platforms',
    'all systems',
    'any system',
    'all operating',
    'any operating',
    'every operating',
    'other operating',
    'other systems',
    'cross-platform',
    'multiple platforms',
    'multiple operating',
    'platform-independent',
    'platform-agnostic',
    'os-agnostic',
    'os agnostic',
    'os-independent',
    'non-windows',
    'all os',
    'any os',
  ],
  arch: [
    'all architectures',
    'any architecture',
    'every architecture',
    'other architectures',
    'all processors',
    'all platforms',
    'any platform',
    'other platforms',
    'multiple architectures',
    'all cpus',
    'any cpu',
  ],
};

/** Returns the names of the platform, without the phrases for all platforms. */
function listPlatformNames(platform: string): readonly string[] {
  return [platform, ...(NAMES[platform] ?? [])];
}

/** Whether a text names a platform, under any common name, or speaks of all platforms. Takes texts as split by `toWords`. */
export function mentionsAnyPlatform(
  kind: keyof Platform,
  platforms: readonly string[],
  texts: readonly (readonly string[])[],
): boolean {
  const names = new Set([...ALL_PLATFORM_PHRASES[kind], ...platforms.flatMap(listPlatformNames)]);
  const beginnings = new Set([...names].map((name) => name.split(' ', 1)[0]));
  return texts.some((words) =>
    words.some((word, i) => {
      if (beginnings.has(word)) return names.has(word) || names.has(`${word} ${words[i + 1] ?? ''}`);
      return JOINTS.test(word) && word.split(JOINTS).some((part) => names.has(part));
    }),
  );
}

// `linux-based` names Linux; `x86_64` is a name of its own and has parts.
const JOINTS = /[-_+]/;
