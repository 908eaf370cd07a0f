/** Describes the images of a plan: which layer is the base image, its name, and whether packages in it can be updated. */
import type { PlanPackage } from '../../../core/remediation/plan/plan-input.ts';
import { findBaseLayer, toLayerOrder } from '../../../core/remediation/system/find-layer.ts';
import type { OsImage } from '../../../core/remediation/system/os-packages.ts';
import type { ImageFacts } from '../../../core/sbom/inventory.ts';
import { PackedDocument } from '../../../threads/inventory/packed-document.ts';
import { isSystemPackage } from './gather-packages.ts';
import { isImageDocument } from './is-image-document.ts';
import type { PlanMaterial } from './plan-material.ts';

/** Does not look for other images of the organization with the same base, because no table stores image layers. */
export function findOsImages(
  { sboms, managed, documents }: Pick<PlanMaterial, 'sboms' | 'managed' | 'documents'>,
  packages: readonly PlanPackage[],
): readonly OsImage[] {
  const places = packages
    .filter(({ package: { identity } }) => isSystemPackage(identity))
    .flatMap((each) => each.places);
  const byImage = Map.groupBy(sboms, (sbom) => JSON.stringify([sbom.image, isImageDocument(sbom)]));
  return [...byImage.values()].flatMap((ofImage): OsImage[] => {
    const [first] = ofImage;
    if (first === undefined) return [];
    const about = { image: first.image, isBuilt: isImageDocument(first) };
    const facts = ofImage.flatMap(({ id }) => listImageFacts(documents.get(id)?.packed));
    const order = facts.map(({ layers }) => toLayerOrder(layers)).find(({ length }) => length > 0) ?? [];
    const baseName = facts.flatMap((each) => each.baseName ?? [])[0];
    const isHere = ({ image, isBuilt: isOfImage }: (typeof places)[number]): boolean =>
      image === about.image && isOfImage === about.isBuilt;
    const layers = places.filter(isHere).map(({ layer }) => layer);
    return [
      {
        ...about,
        baseName,
        sharedWith: [],
        base: findBaseLayer(order, layers, baseName !== undefined),
        hasPackageManager: ofImage.some(({ setSha256 }) => managed.has(setSha256?.toString('hex') ?? '')),
      },
    ];
  });
}

function listImageFacts(packed: Buffer | null | undefined): readonly ImageFacts[] {
  return packed === undefined || packed === null
    ? []
    : [new PackedDocument(packed).image].flatMap((each) => each ?? []);
}
