/**
 * Groups system packages into few actions: binaries of one source are one update, and many packages of one base image are a
 * single rebuild. For a release that has ended, the action is a move to another release.
 */
import { uniqueSorted } from '../../collections/text-lists.ts';
import { isEndOfLife } from '../../identity/distro/end-of-life.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import type { ActionKind } from '../../vocabulary/remediation.ts';

export interface PackagePlace {
  /** Null: a machine, an archive, or an image without a name. */
  readonly image: string | null;
  /** Built from layers, with or without a name: the running container is not changed. */
  readonly isBuilt: boolean;
  readonly layer: string | undefined;
}

/** A vulnerable system package in one image, or outside images. */
export interface OsPackage extends PackagePlace {
  readonly packageId: string;
  readonly identity: PackageIdentity;
  /** Version of the source package; undefined: this release has no fix. */
  readonly target: string | undefined;
}

export interface OsImage extends Omit<PackagePlace, 'layer'> {
  readonly base: BaseLayer;
  /** From the labels of the image, if they name it. */
  readonly baseName: string | undefined;
  /** False: distroless or built from scratch, so packages cannot be upgraded inside. */
  readonly hasPackageManager: boolean;
  /** Other images of the organization on the same base layer. */
  readonly sharedWith: readonly string[];
}

/** `move_release`: the release has reached its end of life, and no fix is promised. */
type OsActionKind = Extract<ActionKind, 'os_update' | 'rebuild_base' | 'move_release'>;

export interface OsGroup extends Omit<OsImage, 'hasPackageManager'> {
  readonly kind: OsActionKind;
  readonly family: PackageIdentity['family'];
  readonly release: string;
  /** Source package of an update; undefined: the base of an image, or a whole release. */
  readonly source: string | undefined;
  /** Binary packages, sorted. */
  readonly binaries: readonly string[];
  readonly packageIds: readonly string[];
  /** Packages that a plain upgrade fixes, and packages without a fix in the release. */
  readonly fixed: readonly string[];
  readonly notFixed: readonly string[];
  readonly target: string | undefined;
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
  const toGroup = (kind: OsActionKind, members: readonly OsPackage[]): OsGroup => toOsGroup(kind, members, image);
  // Packages of a release that has ended are not updated one by one.
  if (isEndOfLife(identity, at)) return [toGroup('move_release', packages)];
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

function toOsGroup(kind: OsActionKind, members: readonly OsPackage[], image: OsImage): OsGroup {
  const [first] = members;
  const idsOf = (isFixed: boolean): readonly string[] =>
    uniqueSorted(members.filter(({ target }) => (target !== undefined) === isFixed).map(({ packageId }) => packageId));
  const targets = uniqueSorted(members.flatMap(({ target }) => target ?? []));
  const packageIds = uniqueSorted(members.map(({ packageId }) => packageId));
  return {
    kind,
    family: first?.identity.family ?? 'Linux',
    release: first?.identity.release ?? '',
    image: image.image,
    isBuilt: image.isBuilt,
    source: kind === 'os_update' ? (first?.identity.source?.name ?? first?.identity.name) : undefined,
    binaries: uniqueSorted(members.map(({ identity }) => identity.name)),
    packageIds,
    // Remaining updates of a release that has ended are not reliable.
    fixed: kind === 'move_release' ? [] : idsOf(true),
    notFixed: kind === 'move_release' ? packageIds : idsOf(false),
    target: kind === 'os_update' && targets.length === 1 ? targets[0] : undefined,
    base: image.base,
    baseName: image.baseName,
    sharedWith: image.sharedWith,
  };
}

const DATABASES: ReadonlySet<string> = new Set([
  '/var/lib/dpkg/status',
  '/lib/apk/db/installed',
  '/usr/lib/apk/db/installed',
  '/var/lib/rpm/Packages',
  '/var/lib/rpm/Packages.db',
  '/var/lib/rpm/rpmdb.sqlite',
  '/usr/lib/sysimage/rpm/Packages',
  '/usr/lib/sysimage/rpm/Packages.db',
  '/usr/lib/sysimage/rpm/rpmdb.sqlite',
  '/usr/share/rpm/rpmdb.sqlite',
  '/var/lib/rpmmanifest/container-manifest-2',
]);

/**
 * Finds the image layer in which a package was installed. Tools find system packages in the package database, whose layer is the
 * last one that changed it, not the one that added the package. Only files of the package itself identify the layer. If there are
 * several, returns the first in the image, as far as the order is known. Undefined: unknown.
 */
export function findLayer(
  locations: readonly { readonly path: string; readonly layer?: string }[],
  order: readonly string[],
  statedLayer?: string,
): string | undefined {
  if (statedLayer !== undefined) return statedLayer;
  const layers = locations.flatMap(({ path, layer }) =>
    layer === undefined || DATABASES.has(path.startsWith('/') ? path : `/${path}`) ? [] : [layer],
  );
  const placeOf = (layer: string): number => (order.includes(layer) ? order.indexOf(layer) : order.length);
  return [...new Set(layers)].toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))[0];
}

interface BaseLayer {
  readonly layer: string | undefined;
  /** `labels`: the image names its base. `order`: its first layer. `guess`: the layer with the most packages. */
  readonly from: 'labels' | 'order' | 'guess' | 'unknown';
}

/**
 * Returns the layers in the order of the image, if the document has it. Newer releases of Trivy sort them by digest, together
 * with everything else, so an alphabetically sorted list is not the order of the image.
 */
export function toLayerOrder(layers: readonly string[]): readonly string[] {
  const isSorted = layers.every((layer, index) => index === 0 || (layers[index - 1] ?? '') < layer);
  return isSorted && layers.length > 1 ? [] : layers;
}

/** `layers` has one layer per system package. */
export function findBaseLayer(
  order: readonly string[],
  layers: readonly (string | undefined)[],
  hasLabels: boolean,
): BaseLayer {
  const [first] = order;
  if (first !== undefined) return { layer: first, from: hasLabels ? 'labels' : 'order' };
  const counts = new Map<string, number>();
  for (const layer of layers) if (layer !== undefined) counts.set(layer, (counts.get(layer) ?? 0) + 1);
  const [most] = [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (most !== undefined) return { layer: most[0], from: 'guess' };
  return { layer: undefined, from: hasLabels ? 'labels' : 'unknown' };
}
