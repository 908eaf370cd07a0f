/**
 * Packages of the system become few actions: binaries of one source are one, and many of one base image are a single rebuild. What
 * a distribution does not look after any more is no update at all, but a move to another release.
 */
import { hasEnded } from '../../identity/distro/end-of-life.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import type { BaseLayer } from './find-layer.ts';

/** A vulnerable package of the system in one image, or in none. */
export interface OsPackage {
  readonly packageId: string;
  readonly identity: PackageIdentity;
  /** Null: a machine, an archive, or an image that nobody has named. */
  readonly image: string | null;
  /** An image, named or not. */
  readonly isBuilt: boolean;
  readonly layer: string | undefined;
  /** Of the source package; undefined: nothing is published in this release. */
  readonly target: string | undefined;
}

export interface OsImage {
  readonly image: string | null;
  readonly isBuilt: boolean;
  readonly base: BaseLayer;
  /** Where the labels of the image name it. */
  readonly baseName: string | undefined;
  /** False: distroless or built from scratch, so nothing can be upgraded inside. */
  readonly hasPackageManager: boolean;
  /** Other images of the organization on the same base layer. */
  readonly sharedWith: readonly string[];
}

export type OsActionKind = 'os_update' | 'rebuild_base';

export interface OsGroup {
  readonly kind: OsActionKind;
  readonly family: PackageIdentity['family'];
  readonly release: string;
  readonly image: string | null;
  readonly isBuilt: boolean;
  /** Of an update; undefined: the base of an image, or a whole release. */
  readonly source: string | undefined;
  /** Binary packages, sorted. */
  readonly binaries: readonly string[];
  readonly packageIds: readonly string[];
  /** Of those, what a plain upgrade fixes, and what has no fix in the release. */
  readonly fixed: readonly string[];
  readonly notFixed: readonly string[];
  readonly target: string | undefined;
  /** Nobody looks after the release: it takes another one, and no finding is promised to end. */
  readonly isEnded: boolean;
  readonly base: BaseLayer;
  readonly baseName: string | undefined;
  readonly sharedWith: readonly string[];
}

/** So many fixable source packages of the base are one rebuild. */
const REBUILD_FROM = 3;

export function groupOsPackages(
  packages: readonly OsPackage[],
  images: readonly OsImage[],
  at: string,
): readonly OsGroup[] {
  const byPlace = Map.groupBy(packages, ({ image, isBuilt, identity: { family, release } }) =>
    JSON.stringify([image, isBuilt, family, release]),
  );
  const groups: OsGroup[] = [];
  for (const [, ofPlace] of [...byPlace].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { image = null, isBuilt = false } = ofPlace[0] ?? {};
    const known = images.find((each) => each.image === image && each.isBuilt === isBuilt);
    groups.push(...groupPlace(ofPlace, known ?? withoutFacts({ image, isBuilt }), at));
  }
  return groups;
}

function withoutFacts(place: Pick<OsImage, 'image' | 'isBuilt'>): OsImage {
  const base: BaseLayer = { layer: undefined, from: 'unknown' };
  return { ...place, base, baseName: undefined, hasPackageManager: true, sharedWith: [] };
}

function groupPlace(packages: readonly OsPackage[], image: OsImage, at: string): readonly OsGroup[] {
  const [first] = packages;
  if (first === undefined) return [];
  const { identity } = first;
  const isEnded = hasEnded(identity, at);
  const toGroup = (kind: OsActionKind, members: readonly OsPackage[]): OsGroup =>
    toOsGroup(kind, members, image, isEnded);
  // Of a release that has ended nothing is updated one by one.
  if (isEnded) return [toGroup(image.isBuilt ? 'rebuild_base' : 'os_update', packages)];
  const sources = [...Map.groupBy(packages, sourceOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  // A machine has no base; what is in an image without a package manager comes with the base, or not at all.
  if (!image.isBuilt) return sources.map(([, members]) => toGroup('os_update', members));
  if (!image.hasPackageManager) return [toGroup('rebuild_base', packages)];

  const isOfBase = ({ layer }: OsPackage): boolean => layer === undefined || layer === image.base.layer;
  const ofBase = sources.filter(([, members]) => members.some(isOfBase));
  const fixable = ofBase.filter(([, members]) => members.some(({ target }) => target !== undefined));
  if (fixable.length < REBUILD_FROM) return sources.map(([, members]) => toGroup('os_update', members));
  const rebuilt = ofBase.flatMap(([, members]) => members);
  const others = sources.filter(([, members]) => !members.some(isOfBase));
  return [toGroup('rebuild_base', rebuilt), ...others.map(([, members]) => toGroup('os_update', members))];
}

function sourceOf({ identity: { name, source, module } }: OsPackage): string {
  return module === undefined ? (source?.name ?? name) : `${source?.name ?? name} ${module}`;
}

function toOsGroup(kind: OsActionKind, members: readonly OsPackage[], image: OsImage, isEnded: boolean): OsGroup {
  const [first] = members;
  const idsOf = (isFixed: boolean): readonly string[] =>
    unique(members.filter(({ target }) => (target !== undefined) === isFixed).map(({ packageId }) => packageId));
  const targets = unique(members.flatMap(({ target }) => target ?? []));
  return {
    kind,
    family: first?.identity.family ?? 'Linux',
    release: first?.identity.release ?? '',
    image: image.image,
    isBuilt: image.isBuilt,
    source: kind === 'os_update' && !isEnded ? (first?.identity.source?.name ?? first?.identity.name) : undefined,
    binaries: unique(members.map(({ identity }) => identity.name)),
    packageIds: unique(members.map(({ packageId }) => packageId)),
    // What a release that has ended would still have to offer is nothing to rely on.
    fixed: isEnded ? [] : idsOf(true),
    notFixed: isEnded ? unique(members.map(({ packageId }) => packageId)) : idsOf(false),
    target: kind === 'os_update' && !isEnded && targets.length === 1 ? targets[0] : undefined,
    isEnded,
    base: image.base,
    baseName: image.baseName,
    sharedWith: image.sharedWith,
  };
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
