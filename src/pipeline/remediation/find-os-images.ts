/** What is known of the images of a plan: which layer is their base, what it is called, and whether anything in them could be updated. */
import type { PlanPackage } from '../../core/remediation/plan/plan-input.ts';
import { findBaseLayer } from '../../core/remediation/system/find-layer.ts';
import type { OsImage } from '../../core/remediation/system/os-packages.ts';
import type { ImageFacts } from '../../core/sbom/inventory.ts';
import { PackedDocument } from '../../threads/packed-document.ts';
import { isOfSystem } from './gather-packages.ts';
import type { PlanMaterial } from './read-plan-material.ts';

/** Which other images of the organization share a base is not looked for: no table knows the layers of images. */
export function findOsImages(
  { sboms, managed, documents }: Pick<PlanMaterial, 'sboms' | 'managed' | 'documents'>,
  packages: readonly PlanPackage[],
): readonly OsImage[] {
  const places = packages.filter(({ package: { identity } }) => isOfSystem(identity)).flatMap((each) => each.places);
  return [...Map.groupBy(sboms, ({ image }) => image)].map(([image, ofImage]) => {
    const facts = ofImage.flatMap(({ id }) => readFacts(documents.get(id)?.packed));
    const order = facts.find(({ layers }) => layers.length > 0)?.layers ?? [];
    const baseName = facts.flatMap((each) => each.baseName ?? [])[0];
    const layers = places.flatMap((place) => (place.image === image ? [place.layer] : []));
    return {
      ...{ image, baseName, sharedWith: [] },
      base: findBaseLayer(order, layers, baseName !== undefined),
      hasPackageManager: ofImage.some(({ setSha256 }) => managed.has(setSha256?.toString('hex') ?? '')),
    };
  });
}

function readFacts(packed: Buffer | null | undefined): readonly ImageFacts[] {
  return packed === undefined || packed === null
    ? []
    : [new PackedDocument(packed).image].flatMap((each) => each ?? []);
}
