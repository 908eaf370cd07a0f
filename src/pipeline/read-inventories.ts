/**
 * Documents become inventories: every document of a version that was not read yet is parsed in a thread and its components are
 * kept. A document that cannot be read fails alone, with its reason; the others of the version go on.
 */
import { buffer } from 'node:stream/consumers';
import { AssayError } from '../core/errors.ts';
import { readBlob } from '../store/portfolio/blobs.ts';
import { isSetComplete, keepComponents } from '../store/portfolio/components.ts';
import { listUnreadSboms, markSbomFailed, markSbomRead, type UnreadSbom } from '../store/portfolio/read-sboms.ts';
import { noteUnusedSets } from '../store/portfolio/unused-components.ts';
import type { InventoryPart, InventorySummary } from '../threads/inventory-parts.ts';
import { parseInventory } from '../threads/parse-inventory.ts';
import type { ThreadPool } from '../threads/pool.ts';
import { READER_VERSION, type PipelineDeps } from './deps.ts';

type ReadingDeps = PipelineDeps & { readonly threads: ThreadPool };

export async function readInventories(
  deps: ReadingDeps,
  job: { readonly orgId: string; readonly versionId: string },
): Promise<{ readonly read: number; readonly failures: number }> {
  const unread = await deps.database.inOrg(
    job.orgId,
    async (tx) => await listUnreadSboms(tx, job.versionId, READER_VERSION),
  );
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
  return { read: unread.length - failures, failures };
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

/**
 * Components are kept part by part, each in a transaction of its own, and the document refers to its set when all of it is here.
 * No transaction is open while the thread works. Whoever dies in between leaves components without a document, which the next
 * one takes up.
 */
async function readOne(deps: ReadingDeps, orgId: string, sbom: UnreadSbom): Promise<void> {
  const bytes = await buffer(readBlob(deps.database, orgId, sbom.sha256));
  let summary: InventorySummary | undefined;
  await parseInventory(deps.threads, toRequest(sbom, bytes), async (part) => {
    if (part.kind === 'summary') summary = part;
    return summary === undefined ? 'go-on' : await keepPart(deps, orgId, summary, part);
  });
  if (summary === undefined) return;
  const facts = {
    ...summary,
    readerVersion: READER_VERSION,
    setSha256: Buffer.from(summary.setSha256),
    warnings: [...sbom.warnings, ...summary.warnings],
    tool: summary.tool ?? null,
    readAt: new Date(deps.now()).toISOString(),
  };
  await deps.database.inOrg(orgId, async (tx) => await markSbomRead(tx, sbom.id, facts));
}

function toRequest(sbom: UnreadSbom, bytes: Buffer): Parameters<typeof parseInventory>[1] {
  const { format, specVersion, wrapped } = sbom;
  return {
    bytes,
    format,
    specVersion,
    wrapped,
    distroOverride: sbom.distro ?? undefined,
    image: sbom.image ?? undefined,
  };
}

async function keepPart(
  deps: ReadingDeps,
  orgId: string,
  summary: InventorySummary,
  part: InventoryPart,
): Promise<'go-on' | 'stop'> {
  const setSha256 = Buffer.from(summary.setSha256);
  return await deps.database.inOrg(orgId, async (tx) => {
    // An equal build has been read before: there is nothing new in this one.
    if (part.kind === 'summary') {
      if (await isSetComplete(tx, setSha256)) return 'stop';
      await noteUnusedSets(tx, [setSha256], new Date(deps.now()).toISOString());
      return 'go-on';
    }
    await keepComponents(tx, setSha256, part, deps.newId);
    return 'go-on';
  });
}
