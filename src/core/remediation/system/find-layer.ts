/**
 * Finds the image layer in which a package was installed. Tools find system packages in the package database, whose layer is the
 * last one that changed it, not the one that added the package. Only files of the package itself identify the layer.
 */

export interface FileLocation {
  readonly path: string;
  readonly layer?: string;
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

/** Undefined: unknown. If there are several, returns the first in the image, as far as the order is known. */
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
