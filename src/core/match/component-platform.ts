/**
 * What a component was built for, told from the properties of tools and from its purls, in one place and in all of them together.
 * Mostly it is what the purl says, which is then not said twice: null. So most purls need not be read for it.
 */
import { platformOfPurl } from '../identity/purl-platform.ts';
import type { BuiltFor, Component } from '../sbom/inventory.ts';

/** A component, or several that are one. */
interface Built {
  readonly purl: string | null;
  /** Null: what the purl says. */
  readonly platform: BuiltFor | null;
}

/** A tool that looked knows better than a purl, which is often made by rule. `purl` is the one that is kept of several. */
export function platformOf(
  { platform: stated, purls }: Pick<Component, 'platform' | 'purls'>,
  purl: string | null,
): BuiltFor | null {
  if (stated === undefined && purls.length <= 1) return null;
  const ofPurls = purls.map(platformOfPurl);
  const os = stated?.os ?? [];
  const arch = stated?.arch ?? [];
  const whole = {
    os: os.length > 0 ? os : union(ofPurls.map((each) => each.os)),
    arch: arch.length > 0 ? arch : union(ofPurls.map((each) => each.arch)),
  };
  return beyondPurl(whole, purl);
}

/** `purl` is that of both together. */
export function mergePlatforms(a: Built, b: Built, purl: string | null): BuiltFor | null {
  if (a.platform === null && b.platform === null && a.purl === b.purl) return null;
  const both = [wholePlatform(a), wholePlatform(b)];
  return beyondPurl({ os: union(both.map((each) => each.os)), arch: union(both.map((each) => each.arch)) }, purl);
}

/** With what the purl says. */
export function wholePlatform({ platform, purl }: Built): BuiltFor {
  return platform ?? platformOfPurl(purl);
}

function beyondPurl(platform: BuiltFor, purl: string | null): BuiltFor | null {
  return textOf(platform) === textOf(platformOfPurl(purl)) ? null : platform;
}

/** Nothing is known of all where nothing is known of one. */
function union(lists: readonly (readonly string[])[]): readonly string[] {
  return lists.some((list) => list.length === 0) ? [] : [...new Set(lists.flat())].toSorted();
}

function textOf({ os, arch }: BuiltFor): string {
  return `${os.join()} ${arch.join()}`;
}
