/**
 * Determines the operating systems and architectures that a component runs on, from its own entry in the document, its package,
 * the whole image and a profile. A word that is not on the lists is unknown, because it would differ from every other word.
 */
import type { Platform } from '../../advisory/platform.ts';
import type { ProfileView } from '../../profile/profile-view.ts';
import type { ComponentPlace, Subject } from './subject.ts';

/** Platform according to the document; the entry of the component takes precedence over the package and the image. */
export function platformAt(
  { platform, document }: ComponentPlace,
  { arch }: Pick<Subject['component'], 'arch'>,
): Platform {
  const ofPackage = toKnownPlatforms(arch === null ? [] : [arch], ARCHES);
  return {
    os: firstKnown([platform.os, document.platform.os]),
    arch: firstKnown([platform.arch, ofPackage, document.platform.arch]),
  };
}

/** Uses the profile where the document says nothing. */
export function withProfilePlatform(platform: Platform, profile: ProfileView): Platform {
  const declared = platformIn(profile);
  return { os: firstKnown([platform.os, declared.os]), arch: firstKnown([platform.arch, declared.arch]) };
}

/** Platform according to the profile alone. */
export function platformIn(profile: ProfileView): Platform {
  return {
    os: platformNamesIn(profile, 'runtime.os', SYSTEMS),
    arch: platformNamesIn(profile, 'runtime.arch', ARCHES),
  };
}

/** Returns GOOS and GOARCH names; empty if one of the texts is unknown. */
export function toPlatformNames(kind: keyof Platform, texts: readonly string[]): readonly string[] {
  return toKnownPlatforms(texts, kind === 'os' ? SYSTEMS : ARCHES);
}

function firstKnown(lists: readonly (readonly string[])[]): readonly string[] {
  return lists.find((list) => list.length > 0) ?? [];
}

/** A list can exclude a platform only when it is complete. */
function platformNamesIn(profile: ProfileView, path: string, words: ReadonlyMap<string, string>): readonly string[] {
  const field = profile.known(path);
  if (field === undefined) return [];
  if (typeof field.value === 'string') return toKnownPlatforms([field.value], words);
  const isList = Array.isArray(field.value) && field.complete;
  return isList
    ? toKnownPlatforms(
        field.value.filter((each) => typeof each === 'string'),
        words,
      )
    : [];
}

/** All or none: an unknown word may mean any platform. */
function toKnownPlatforms(texts: readonly string[], words: ReadonlyMap<string, string>): readonly string[] {
  const known = texts.flatMap((text) => words.get(text.toLowerCase()) ?? []);
  return known.length === texts.length ? known : [];
}

const SYSTEMS = new Map(
  Object.entries({
    linux: 'linux',
    windows: 'windows',
    win32: 'windows',
    darwin: 'darwin',
    macos: 'darwin',
    freebsd: 'freebsd',
    netbsd: 'netbsd',
    openbsd: 'openbsd',
    android: 'android',
    ios: 'ios',
    aix: 'aix',
    solaris: 'solaris',
    illumos: 'illumos',
    dragonfly: 'dragonfly',
    plan9: 'plan9',
  }),
);

// `noarch` and `all` say nothing about where the package runs.
const ARCHES = new Map(
  Object.entries({
    amd64: 'amd64',
    x86_64: 'amd64',
    x64: 'amd64',
    arm64: 'arm64',
    aarch64: 'arm64',
    386: '386',
    i386: '386',
    i586: '386',
    i686: '386',
    x86: '386',
    ia32: '386',
    arm: 'arm',
    armhf: 'arm',
    armel: 'arm',
    armv6: 'arm',
    armv7: 'arm',
    armv7l: 'arm',
    armv7hl: 'arm',
    ppc64le: 'ppc64le',
    ppc64el: 'ppc64le',
    ppc64: 'ppc64',
    s390x: 's390x',
    riscv64: 'riscv64',
    loong64: 'loong64',
    loongarch64: 'loong64',
    mips: 'mips',
    mipsle: 'mipsle',
    mipsel: 'mipsle',
    mips64: 'mips64',
    mips64le: 'mips64le',
    mips64el: 'mips64le',
    wasm: 'wasm',
  }),
);
