/**
 * The platform that a component was built for, from tool properties and purls, for one location and for all of them combined.
 * Null stands for the platform in the purl, which is the most frequent case, so most purls need not be parsed for it.
 */
import { platformOfPurl, type TargetPlatform } from '../../identity/platform-names.ts';
import type { Component } from '../../sbom/inventory.ts';

/** A component, or several merged ones. */
interface Built {
  readonly purl: string | null;
  /** Null if it is the platform in the purl. */
  readonly platform: TargetPlatform | null;
}

/** The platform stated by a tool is preferred to a purl, which is often generated. `purl` is the one that is kept of several. */
export function platformOf(
  { platform: stated, purls }: Pick<Component, 'platform' | 'purls'>,
  purl: string | null,
): TargetPlatform | null {
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

/** `purl` is that of the merged component. */
export function mergePlatforms(a: Built, b: Built, purl: string | null): TargetPlatform | null {
  if (a.platform === null && b.platform === null && a.purl === b.purl) return null;
  const both = [wholePlatform(a), wholePlatform(b)];
  return beyondPurl({ os: union(both.map((each) => each.os)), arch: union(both.map((each) => each.arch)) }, purl);
}

/** Returns the platform including the one in the purl. */
export function wholePlatform({ platform, purl }: Built): TargetPlatform {
  return platform ?? platformOfPurl(purl);
}

function beyondPurl(platform: TargetPlatform, purl: string | null): TargetPlatform | null {
  return textOf(platform) === textOf(platformOfPurl(purl)) ? null : platform;
}

/** Returns an empty list, which means unknown, if any of the lists is unknown. */
function union(lists: readonly (readonly string[])[]): readonly string[] {
  return lists.some((list) => list.length === 0) ? [] : [...new Set(lists.flat())].toSorted();
}

function textOf({ os, arch }: TargetPlatform): string {
  return `${os.join()} ${arch.join()}`;
}
