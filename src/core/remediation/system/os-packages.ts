/**
 * Groups system packages into few actions: binaries of one source are one update, and many packages of one base image are a
 * single rebuild. For a release that has ended, the action is a move to another release.
 */
import { uniqueSorted } from '../../collections/unique.ts';
import { isEndOfLife } from '../../identity/distro/end-of-life.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import type { BaseLayer } from './find-layer.ts';
import type { ActionKind } from '../../vocabulary/remediation.ts';

/** A vulnerable system package in one image, or outside images. */
export interface OsPackage {
  readonly packageId: string;
  readonly identity: PackageIdentity;
  /** Null: a machine, an archive, or an image without a name. */
  readonly image: string | null;
  /** True for an image, with or without a name. */
  readonly isBuilt: boolean;
  readonly layer: string | undefined;
  /** Version of the source package; undefined: this release has no fix. */
  readonly target: string | undefined;
}

export interface OsImage {
  readonly image: string | null;
  readonly isBuilt: boolean;
  readonly base: BaseLayer;
  /** From the labels of the image, if they name it. */
  readonly baseName: string | undefined;
  /** False: distroless or built from scratch, so packages cannot be upgraded inside. */
  readonly hasPackageManager: boolean;
  /** Other images of the organization on the same base layer. */
  readonly sharedWith: readonly string[];
}

export type OsActionKind = Extract<ActionKind, 'os_update' | 'rebuild_base'>;

export interface OsGroup {
  readonly kind: OsActionKind;
  readonly family: PackageIdentity['family'];
  readonly release: string;
  readonly image: string | null;
  readonly isBuilt: boolean;
  /** Source package of an update; undefined: the base of an image, or a whole release. */
  readonly source: string | undefined;
  /** Binary packages, sorted. */
  readonly binaries: readonly string[];
  readonly packageIds: readonly string[];
  /** Packages that a plain upgrade fixes, and packages without a fix in the release. */
  readonly fixed: readonly string[];
  readonly notFixed: readonly string[];
  readonly target: string | undefined;
  /** The release has reached its end of life: it has to be replaced, and no fix is promised. */
  readonly isEnded: boolean;
  readonly base: BaseLayer;
  readonly baseName: string | undefined;
  readonly sharedWith: readonly string[];
}

/** This many fixable source packages of the base are combined into one rebuild. */
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
    groups.push(...groupPackagesOfPlace(ofPlace, known ?? toUnknownImage({ image, isBuilt }), at));
  }
  return groups;
}

function toUnknownImage(place: Pick<OsImage, 'image' | 'isBuilt'>): OsImage {
  const base: BaseLayer = { layer: undefined, from: 'unknown' };
  return { ...place, base, baseName: undefined, hasPackageManager: true, sharedWith: [] };
}

function groupPackagesOfPlace(packages: readonly OsPackage[], image: OsImage, at: string): readonly OsGroup[] {
  const [first] = packages;
  if (first === undefined) return [];
  const { identity } = first;
  const isEnded = isEndOfLife(identity, at);
  const toGroup = (kind: OsActionKind, members: readonly OsPackage[]): OsGroup =>
    toOsGroup(kind, members, image, isEnded);
  // Packages of a release that has ended are not updated one by one.
  if (isEnded) return [toGroup(image.isBuilt ? 'rebuild_base' : 'os_update', packages)];
  const sources = [...Map.groupBy(packages, sourceOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  // A machine has no base image; packages of an image without a package manager can only come with the base.
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
    uniqueSorted(members.filter(({ target }) => (target !== undefined) === isFixed).map(({ packageId }) => packageId));
  const targets = uniqueSorted(members.flatMap(({ target }) => target ?? []));
  return {
    kind,
    family: first?.identity.family ?? 'Linux',
    release: first?.identity.release ?? '',
    image: image.image,
    isBuilt: image.isBuilt,
    source: kind === 'os_update' && !isEnded ? (first?.identity.source?.name ?? first?.identity.name) : undefined,
    binaries: uniqueSorted(members.map(({ identity }) => identity.name)),
    packageIds: uniqueSorted(members.map(({ packageId }) => packageId)),
    // Remaining updates of a release that has ended are not reliable.
    fixed: isEnded ? [] : idsOf(true),
    notFixed: isEnded ? uniqueSorted(members.map(({ packageId }) => packageId)) : idsOf(false),
    target: kind === 'os_update' && !isEnded && targets.length === 1 ? targets[0] : undefined,
    isEnded,
    base: image.base,
    baseName: image.baseName,
    sharedWith: image.sharedWith,
  };
}
