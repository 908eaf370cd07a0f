/**
 * For which systems and processors a component runs, as far as anybody knows: what its document says of it, of its package, of the
 * whole image, and what a profile adds. A word that is not on the lists is not known: it would differ from every other one.
 */
import type { Platform } from '../advisory/platform.ts';
import type { ProfileView } from '../profile/profile-view.ts';
import type { ComponentPlace, Subject } from './subject.ts';

/** What the document that holds it says; the nearer to the component, the better. */
export function platformAt(
  { platform, document }: ComponentPlace,
  { arch }: Pick<Subject['component'], 'arch'>,
): Platform {
  const ofPackage = toWords(arch === null ? [] : [arch], ARCHES);
  return {
    os: firstKnown([platform.os, document.platform.os]),
    arch: firstKnown([platform.arch, ofPackage, document.platform.arch]),
  };
}

/** What a profile adds where the document is silent. */
export function withProfile(platform: Platform, profile: ProfileView): Platform {
  const declared = platformIn(profile);
  return { os: firstKnown([platform.os, declared.os]), arch: firstKnown([platform.arch, declared.arch]) };
}

/** What a profile says alone. */
export function platformIn(profile: ProfileView): Platform {
  return { os: wordsIn(profile, 'runtime.os', SYSTEMS), arch: wordsIn(profile, 'runtime.arch', ARCHES) };
}

/** In the words of Go; empty where one of them is not known. */
export function toPlatformWords(kind: keyof Platform, texts: readonly string[]): readonly string[] {
  return toWords(texts, kind === 'os' ? SYSTEMS : ARCHES);
}

function firstKnown(lists: readonly (readonly string[])[]): readonly string[] {
  return lists.find((list) => list.length > 0) ?? [];
}

/** A list says what is not there only when it is complete. */
function wordsIn(profile: ProfileView, path: string, words: ReadonlyMap<string, string>): readonly string[] {
  const field = profile.known(path);
  if (field === undefined) return [];
  if (typeof field.value === 'string') return toWords([field.value], words);
  const isList = Array.isArray(field.value) && field.complete;
  return isList
    ? toWords(
        field.value.filter((each) => typeof each === 'string'),
        words,
      )
    : [];
}

/** All of them or none: one that is not known may be any. */
function toWords(texts: readonly string[], words: ReadonlyMap<string, string>): readonly string[] {
  const known = texts.flatMap((text) => words.get(text.toLowerCase()) ?? []);
  return known.length === texts.length ? known : [];
}

const SYSTEMS = new Map(
  Object.entries({
    ...{ linux: 'linux', windows: 'windows', win32: 'windows', darwin: 'darwin', macos: 'darwin' },
    ...{ freebsd: 'freebsd', netbsd: 'netbsd', openbsd: 'openbsd', android: 'android', ios: 'ios', aix: 'aix' },
    ...{ solaris: 'solaris', illumos: 'illumos', dragonfly: 'dragonfly', plan9: 'plan9' },
  }),
);

// `noarch` and `all` say nothing of where the package runs.
const ARCHES = new Map(
  Object.entries({
    ...{ amd64: 'amd64', x86_64: 'amd64', x64: 'amd64', arm64: 'arm64', aarch64: 'arm64' },
    ...{ 386: '386', i386: '386', i586: '386', i686: '386', x86: '386', ia32: '386' },
    ...{ arm: 'arm', armhf: 'arm', armel: 'arm', armv6: 'arm', armv7: 'arm', armv7l: 'arm', armv7hl: 'arm' },
    ...{ ppc64le: 'ppc64le', ppc64el: 'ppc64le', ppc64: 'ppc64', s390x: 's390x', riscv64: 'riscv64' },
    ...{ loong64: 'loong64', loongarch64: 'loong64', mips: 'mips', mipsle: 'mipsle' },
    ...{ mipsel: 'mipsle', mips64: 'mips64', mips64le: 'mips64le', mips64el: 'mips64le', wasm: 'wasm' },
  }),
);
