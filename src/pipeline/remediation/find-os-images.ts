/** What is known of the images of a plan: which layer is their base, and whether anything in them could be updated. */
import type { PlanPackage } from '../../core/remediation/plan/plan-input.ts';
import { findBaseLayer } from '../../core/remediation/system/find-layer.ts';
import type { OsImage } from '../../core/remediation/system/os-packages.ts';
import { isOfSystem } from './gather-packages.ts';
import type { PlanMaterial } from './read-plan-material.ts';

export function findOsImages(
  { sboms, managed }: Pick<PlanMaterial, 'sboms' | 'managed'>,
  packages: readonly PlanPackage[],
): readonly OsImage[] {
  const places = packages.filter(({ package: { identity } }) => isOfSystem(identity)).flatMap((each) => each.places);
  return [...Map.groupBy(sboms, ({ image }) => image)].map(([image, ofImage]) => {
    const layers = places.flatMap((place) => (place.image === image ? [place.layer] : []));
    return {
      image,
      base: findBaseLayer([], layers, false),
      baseName: undefined,
      hasPackageManager: ofImage.some(({ setSha256 }) => managed.has(setSha256?.toString('hex') ?? '')),
      sharedWith: [],
    };
  });
}
