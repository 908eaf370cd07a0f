/**
 * Parses every unread document of a version in a thread and stores its components. A document that cannot be parsed fails alone
 * with its reason; the others continue.
 */
import { AssayError } from '../../core/errors.ts';
import type { OrgTx } from '../../store/database.ts';
import { readWholeBlob } from '../../store/portfolio/blobs/blobs.ts';
import {
  isSetComplete,
  linkChunks,
  saveChunks,
  saveComponents,
  type ChunkReference,
} from '../../store/portfolio/components/components.ts';
import { markSbomFailed, markSbomParsed, type UnparsedSbom } from '../../store/portfolio/sbom-parsing.ts';
import { rememberSetGroups } from '../../store/portfolio/components/set-groups.ts';
import { unrecordUnusedSet, recordUnusedSets } from '../../store/portfolio/components/unused-components.ts';
import type { ComponentBatch, InventoryPart, InventorySummary } from '../../threads/inventory/inventory-parts.ts';
import { parseInventory } from '../../threads/inventory/parse-inventory.ts';
import type { PartVerdict } from '../../threads/pool/job-reply.ts';
import type { ThreadPool } from '../../threads/pool/thread-pool.ts';
import { nowOf, READER_VERSION, type PipelineDeps } from '../deps.ts';

type ParsingDeps = PipelineDeps & { readonly threads: ThreadPool };

export interface ParsedInventories {
  /** Component sets of the parsed documents, by document id. */
  readonly sets: ReadonlyMap<string, Buffer>;
  readonly failures: number;
}

export async function parseInventories(
  deps: ParsingDeps,
  orgId: string,
  unread: readonly UnparsedSbom[],
): Promise<ParsedInventories> {
  const sets = new Map<string, Buffer>();
  for (const sbom of unread) {
    try {
      sets.set(sbom.id, await parseDocument(deps, orgId, sbom));
    } catch (error) {
      if (!(error instanceof AssayError) || !DOCUMENT_ERROR_CODES.has(error.code)) throw error;
      const failure = { code: error.code, message: error.message };
      await deps.database.inOrg(orgId, async (tx) => await markSbomFailed(tx, sbom.id, failure));
    }
  }
  return { sets, failures: unread.length - sets.size };
}

/** Any other error is retryable, and the job is tried again. */
const DOCUMENT_ERROR_CODES = new Set([
  'BLOB_CORRUPT',
  'THREAD_TIMEOUT',
  'THREAD_OUT_OF_MEMORY',
  'THREAD_CRASHED',
  'SBOM_TOO_LARGE_TO_READ',
  'SBOM_UNREADABLE',
]);

/** A document that exceeds the limits of a thread is parsed once more with no other beside it. */
async function parseDocument(deps: ParsingDeps, orgId: string, sbom: UnparsedSbom): Promise<Buffer> {
  try {
    return await parseAndStore(deps, orgId, sbom, { isAlone: false });
  } catch (error) {
    if (!(error instanceof AssayError) || !THREAD_LIMIT_CODES.has(error.code)) throw error;
    return await parseAndStore(deps, orgId, sbom, { isAlone: true });
  }
}

const THREAD_LIMIT_CODES = new Set(['THREAD_TIMEOUT', 'THREAD_OUT_OF_MEMORY']);

/** No transaction is open while the thread works. */
async function parseAndStore(
  deps: ParsingDeps,
  orgId: string,
  sbom: UnparsedSbom,
  options: { readonly isAlone: boolean },
): Promise<Buffer> {
  const bytes = await readWholeBlob(deps.database, orgId, sbom.sha256);
  let keeper: ReturnType<typeof createInventoryWriter> | undefined;
  const receive = async (part: InventoryPart): Promise<PartVerdict> => {
    if (part.kind === 'summary') keeper = createInventoryWriter(deps, orgId, sbom, part);
    return (await (part.kind === 'summary' ? keeper?.begin() : keeper?.write(part))) ?? 'go-on';
  };
  await parseInventory(deps.threads.of(orgId), toRequest(sbom, bytes), receive, options);
  if (keeper === undefined) throw new Error('The worker thread sent no summary.');
  return await keeper.end();
}

function toRequest(sbom: UnparsedSbom, bytes: Buffer): Parameters<typeof parseInventory>[1] {
  const { format, specVersion, path } = sbom;
  return {
    bytes,
    format,
    specVersion,
    path,
    distroOverride: sbom.distro ?? undefined,
    image: sbom.image ?? undefined,
  };
}

/**
 * Stores the output of the thread. A set with one part is stored and referred to in one transaction. Of a set with many parts only
 * the chunks that no other set has are requested and stored part by part, and the document refers to it when it is complete; after
 * a crash, the components without a document are reused by the next run.
 */
function createInventoryWriter(deps: ParsingDeps, orgId: string, sbom: UnparsedSbom, summary: InventorySummary) {
  const setSha256 = Buffer.from(summary.setSha256);
  const isOnePart = summary.partCount === 1;
  // Parsed again if it is lost: publications based on it are durable.
  const inOrg = async <Result>(work: (tx: OrgTx) => Promise<Result>): Promise<Result> =>
    await deps.database.inOrg(orgId, work, { durable: false });

  async function mark(tx: OrgTx): Promise<boolean> {
    return await markSbomParsed(tx, sbom.id, {
      ...summary,
      readerVersion: READER_VERSION,
      setSha256,
      warnings: [...sbom.warnings, ...summary.warnings],
      tool: summary.tool ?? null,
      readAt: nowOf(deps),
    });
  }

  /** Waits for a cleanup that is collecting this set before it is created again: both lock the note first. */
  async function keepWhole(tx: OrgTx, batch: ComponentBatch): Promise<void> {
    await unrecordUnusedSet(tx, setSha256);
    if (!(await isSetComplete(tx, setSha256))) await saveComponents(tx, setSha256, batch.chunks, deps.newId);
    if (!(await mark(tx))) await recordUnusedSets(tx, [setSha256], nowOf(deps));
  }

  return {
    /** For a set with many parts: which chunks are needed. */
    begin: async (): Promise<PartVerdict> => {
      if (isOnePart) return 'go-on';
      return await inOrg(async (tx) => {
        // An identical build was parsed before.
        if (await isSetComplete(tx, setSha256)) return 'stop';
        await recordUnusedSets(tx, [setSha256], nowOf(deps));
        return { wanted: await linkChunks(tx, setSha256, toReferences(summary)) };
      });
    },
    write: async (batch: ComponentBatch): Promise<'go-on'> => {
      await inOrg(async (tx) => {
        if (isOnePart) return await keepWhole(tx, batch);
        // Fails if the organization was deleted in the meantime, which nothing else checks for components.
        await recordUnusedSets(tx, [setSha256], nowOf(deps));
        await saveChunks(tx, batch.chunks, deps.newId);
      });
      return 'go-on';
    },
    /** Returns the set that the document refers to now. */
    end: async (): Promise<Buffer> => {
      if (!isOnePart) {
        await inOrg(async (tx) => {
          if (await mark(tx)) await unrecordUnusedSet(tx, setSha256);
        });
      }
      rememberSetGroups(orgId, setSha256, summary.groups);
      return setSha256;
    },
  };
}

const HASH_BYTES = 32;

function toReferences({ chunkHashes, chunkStarts }: InventorySummary): ChunkReference[] {
  const hashes = Buffer.from(chunkHashes.buffer);
  return Array.from(chunkStarts, (start, number) => ({
    sha256: hashes.toString('hex', number * HASH_BYTES, (number + 1) * HASH_BYTES),
    start,
  }));
}
