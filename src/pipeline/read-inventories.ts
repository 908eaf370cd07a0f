/**
 * Documents become inventories: every document of a version that was not read yet is parsed in a thread and its components are
 * kept. A document that cannot be read fails alone, with its reason; the others of the version go on.
 */
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { AssayError } from '../core/errors.ts';
import type { FindPackagesOptions } from '../core/identity/find-packages.ts';
import { findNeighborReleases } from '../core/identity/neighbor-releases.ts';
import { canonicalPackage, identifyPackage } from '../core/match/identify-package.ts';
import { findDirect } from '../core/sbom/dependency-graph.ts';
import type { Component } from '../core/sbom/inventory.ts';
import { readBlob } from '../store/portfolio/blobs.ts';
import { keepComponents, keepComponentSet, type NewComponent } from '../store/portfolio/components.ts';
import { listUnreadSboms, markSbomFailed, markSbomRead, type UnreadSbom } from '../store/portfolio/read-sboms.ts';
import { parseInventory } from '../threads/parse-inventory.ts';
import type { ThreadPool } from '../threads/pool.ts';
import type { PipelineDeps } from './deps.ts';

export async function readInventories(
  deps: PipelineDeps & { readonly threads: ThreadPool },
  job: { readonly orgId: string; readonly versionId: string },
): Promise<{ readonly failures: number }> {
  const unread = await deps.database.inOrg(job.orgId, async (tx) => await listUnreadSboms(tx, job.versionId));
  let failures = 0;
  for (const sbom of unread) {
    try {
      await readOne(deps, job.orgId, sbom);
    } catch (error) {
      if (!(error instanceof AssayError) || !DEFECTS_OF_A_DOCUMENT.has(error.code)) throw error;
      failures += 1;
      const failure = { code: error.code, message: error.message };
      await deps.database.inOrg(job.orgId, async (tx) => await markSbomFailed(tx, sbom.id, failure));
    }
  }
  return { failures };
}

/** Everything else may pass, and the job is tried again. */
const DEFECTS_OF_A_DOCUMENT = new Set([
  'BLOB_CORRUPT',
  'THREAD_TIMEOUT',
  'THREAD_OUT_OF_MEMORY',
  'THREAD_CRASHED',
  'SBOM_TOO_LARGE_TO_READ',
  'SBOM_UNREADABLE',
]);

async function readOne(
  deps: PipelineDeps & { readonly threads: ThreadPool },
  orgId: string,
  sbom: UnreadSbom,
): Promise<void> {
  const bytes = await buffer(readBlob(deps.database, orgId, sbom.sha256));
  const { format, specVersion, wrapped } = sbom;
  const inventory = await parseInventory(deps.threads, { bytes, format, specVersion, wrapped });
  const distros = { distroOverride: sbom.distro ?? undefined, distro: inventory.distro };
  const neighborReleases = findNeighborReleases(inventory.components, distros);
  const components = inventory.components.map((component) =>
    toNewComponent(deps, component, { ...distros, neighborReleases }),
  );
  const direct = findDirect(inventory);

  await deps.database.inOrg(orgId, async (tx) => {
    const ids = await keepComponents(tx, distinct(components));
    const idOf = (index: number): string => ids.get(components[index]?.canonical ?? '') ?? '';
    const members = new Map(
      inventory.components.map((component, index) => [
        idOf(index),
        { componentId: idOf(index), scope: component.scope, direct: direct?.[index] ?? null },
      ]),
    );
    const setSha256 = await keepComponentSet(tx, [...members.values()]);
    const refs = inventory.components.map((component, index) => [idOf(index), component.ref]);
    const edges = [...inventory.edges];
    const graph = zstdCompressSync(JSON.stringify({ refs, edges, state: inventory.graph }));
    const warnings = [...sbom.warnings, ...inventory.warnings.map(({ code, count }) => ({ code, count }))];
    await markSbomRead(tx, sbom.id, { setSha256, graph, warnings, tool: inventory.tool ?? null });
  });
}

function toNewComponent(deps: PipelineDeps, component: Component, options: FindPackagesOptions): NewComponent {
  const identified = identifyPackage(component, options);
  const isKnown = 'package' in identified;
  const asSent = [component.purls[0], component.group, component.name, component.version];
  return {
    id: deps.newId(),
    canonical: JSON.stringify([...asSent, isKnown ? canonicalPackage(identified.package) : identified.reason]),
    purl: component.purls[0] ?? null,
    group: component.group ?? null,
    name: component.name,
    version: component.version ?? null,
    package: isKnown ? identified.package : null,
    notChecked: isKnown ? null : identified.reason,
    keys: isKnown ? identified.keys : [],
  };
}

function distinct(components: readonly NewComponent[]): NewComponent[] {
  return [...new Map(components.map((component) => [component.canonical, component])).values()];
}
