/** Where each component stands in the documents of a version, read from their packed graphs. */
import { zstdDecompressSync } from 'node:zlib';
import type { Occurrence } from '../core/history/version-findings.ts';
import type { VersionSbom } from '../store/findings/published-inputs.ts';

const OCCURRENCES_PER_COMPONENT_MAX = 50;

export function readOccurrences(sboms: readonly VersionSbom[]): Map<string, Occurrence[]> {
  const occurrences = new Map<string, Occurrence[]>();
  for (const sbom of sboms) {
    if (sbom.graph === null) continue;
    const { refs } = JSON.parse(zstdDecompressSync(sbom.graph).toString('utf8')) as { refs: [string, string][] };
    for (const [componentId, bomRef] of refs) {
      const list = occurrences.get(componentId) ?? [];
      if (list.length < OCCURRENCES_PER_COMPONENT_MAX) list.push({ sbomId: sbom.id, image: sbom.image, bomRef });
      occurrences.set(componentId, list);
    }
  }
  return occurrences;
}
