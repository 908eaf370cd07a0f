/**
 * In which layer of an image a package was installed. A tool finds packages of the system in their database, and the layer of
 * that file is the last one that changed it, not the one that brought the package: only files of the package itself tell.
 */

export interface FileLocation {
  readonly path: string;
  readonly layer?: string;
}

const DATABASES: ReadonlySet<string> = new Set([
  ...['/var/lib/dpkg/status', '/lib/apk/db/installed', '/usr/lib/apk/db/installed'],
  ...['/var/lib/rpm/Packages', '/var/lib/rpm/Packages.db', '/var/lib/rpm/rpmdb.sqlite'],
  ...['/usr/lib/sysimage/rpm/Packages', '/usr/lib/sysimage/rpm/Packages.db', '/usr/lib/sysimage/rpm/rpmdb.sqlite'],
  ...['/usr/share/rpm/rpmdb.sqlite', '/var/lib/rpmmanifest/container-manifest-2'],
]);

/** Undefined: nobody can tell. Of several the one that comes first in the image, as far as its order is known. */
export function findLayer(
  locations: readonly FileLocation[],
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

export interface BaseLayer {
  readonly layer: string | undefined;
  /** `labels`: the image names its base. `order`: the first of its layers. `guess`: the one with the most packages. */
  readonly from: 'labels' | 'order' | 'guess' | 'unknown';
}

/**
 * The layers in the order of the image, as far as a document tells it. Newer releases of Trivy sort them by their digests, together
 * with everything else, so that the first of them is any: what stands in the order of the alphabet is no order.
 */
export function readLayerOrder(layers: readonly string[]): readonly string[] {
  const isSorted = layers.every((layer, index) => index === 0 || (layers[index - 1] ?? '') < layer);
  return isSorted && layers.length > 1 ? [] : layers;
}

/** `layers` are those of the packages of the system, one for each package. */
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
