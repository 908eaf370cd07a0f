/**
 * Detects whether a text names a platform, under any common name, or speaks of all platforms. "On Windows, attackers can ..." may
 * be followed by a sentence about Linux: a literal quote can still be incomplete.
 */
import type { Platform } from '../../../advisory/platform.ts';

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
export function listPlatformNames(platform: string): readonly string[] {
  return [platform, ...(NAMES[platform] ?? [])];
}

/** Takes texts as split by `toWords`. */
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
