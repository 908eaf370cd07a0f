/**
 * Documents become inventories: every document of a version that was not read yet is parsed in a thread and its components are
 * kept. A document that cannot be read fails alone, with its reason; the others of the version go on.
 */
import { AssayError } from '../core/errors.ts';
import type { OrgTx } from '../store/database.ts';
import { readWholeBlob } from '../store/portfolio/blobs.ts';
import { isSetComplete, keepComponents } from '../store/portfolio/components.ts';
import { markSbomFailed, markSbomRead, type UnreadSbom } from '../store/portfolio/read-sboms.ts';
import { forgetUnusedSet, noteUnusedSets } from '../store/portfolio/unused-components.ts';
import type { ComponentBatch, InventoryPart, InventorySummary } from '../threads/inventory-parts.ts';
import { parseInventory } from '../threads/parse-inventory.ts';
import type { ThreadPool } from '../threads/pool.ts';
import { READER_VERSION, type PipelineDeps } from './deps.ts';

type ReadingDeps = PipelineDeps & { readonly threads: ThreadPool };

export interface ReadInventories {
  /** The components of those that could be read, by the id of the document. */
  readonly sets: ReadonlyMap<string, Buffer>;
  readonly failures: number;
}

export async function readInventories(
  deps: ReadingDeps,
  orgId: string,
  unread: readonly UnreadSbom[],
): Promise<ReadInventories> {
  const sets = new Map<string, Buffer>();
  for (const sbom of unread) {
    try {
      sets.set(sbom.id, await readOne(deps, orgId, sbom));
    } catch (error) {
      if (!(error instanceof AssayError) || !DEFECTS_OF_A_DOCUMENT.has(error.code)) throw error;
      const failure = { code: error.code, message: error.message };
      await deps.database.inOrg(orgId, async (tx) => await markSbomFailed(tx, sbom.id, failure));
    }
  }
  return { sets, failures: unread.length - sets.size };
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

/** A document that exceeds the limits of a thread is read once more with no other beside it. */
async function readOne(deps: ReadingDeps, orgId: string, sbom: UnreadSbom): Promise<Buffer> {
  try {
    return await readParts(deps, orgId, sbom, { isAlone: false });
  } catch (error) {
    if (!(error instanceof AssayError) || !THREAD_LIMITS.has(error.code)) throw error;
    return await readParts(deps, orgId, sbom, { isAlone: true });
  }
}

const THREAD_LIMITS = new Set(['THREAD_TIMEOUT', 'THREAD_OUT_OF_MEMORY']);

/** No transaction is open while the thread works. */
async function readParts(
  deps: ReadingDeps,
  orgId: string,
  sbom: UnreadSbom,
  options: { readonly isAlone: boolean },
): Promise<Buffer> {
  const bytes = await readWholeBlob(deps.database, orgId, sbom.sha256);
  let keeper: InventoryKeeper | undefined;
  const receive = async (part: InventoryPart): Promise<'go-on' | 'stop'> => {
    if (part.kind === 'summary') keeper = new InventoryKeeper(deps, orgId, sbom, part);
    return (await (part.kind === 'summary' ? keeper?.begin() : keeper?.keep(part))) ?? 'go-on';
  };
  await parseInventory(deps.threads.of(orgId), toRequest(sbom, bytes), receive, options);
  if (keeper === undefined) throw new Error('The thread has sent no summary.');
  return await keeper.end();
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

/**
 * What comes out of the thread, on its way into the tables. A set that comes in one part is kept and referred to in one
 * transaction. One of many parts is kept part by part, and the document refers to it when all of it is here; whoever dies in
 * between leaves components without a document, which the next one takes up.
 */
class InventoryKeeper {
  readonly #deps: ReadingDeps;
  readonly #orgId: string;
  readonly #sbom: UnreadSbom;
  readonly #summary: InventorySummary;
  readonly #setSha256: Buffer;

  constructor(deps: ReadingDeps, orgId: string, sbom: UnreadSbom, summary: InventorySummary) {
    this.#deps = deps;
    this.#orgId = orgId;
    this.#sbom = sbom;
    this.#summary = summary;
    this.#setSha256 = Buffer.from(summary.setSha256);
  }

  /** Of a set of many parts: whether any of them is needed. */
  async begin(): Promise<'go-on' | 'stop'> {
    if (this.#summary.partCount === 1) return 'go-on';
    return await this.#inOrg(async (tx) => {
      // An equal build has been read before: there is nothing new in this one.
      if (await isSetComplete(tx, this.#setSha256)) return 'stop';
      await noteUnusedSets(tx, [this.#setSha256], this.#now());
      return 'go-on';
    });
  }

  async keep(batch: ComponentBatch): Promise<'go-on' | 'stop'> {
    await this.#inOrg(async (tx) => {
      if (this.#summary.partCount === 1) await this.#keepWhole(tx, batch);
      else await keepComponents(tx, this.#setSha256, batch, this.#deps.newId);
    });
    return 'go-on';
  }

  /** Whoever collects this set at the moment is waited for before it is made anew: the note is what both lock first. */
  async #keepWhole(tx: OrgTx, batch: ComponentBatch): Promise<void> {
    await forgetUnusedSet(tx, this.#setSha256);
    if (!(await isSetComplete(tx, this.#setSha256))) {
      await keepComponents(tx, this.#setSha256, batch, this.#deps.newId);
    }
    if (!(await this.#mark(tx))) await noteUnusedSets(tx, [this.#setSha256], this.#now());
  }

  /** The set that the document refers to now. */
  async end(): Promise<Buffer> {
    if (this.#summary.partCount !== 1) {
      await this.#inOrg(async (tx) => {
        if (await this.#mark(tx)) await forgetUnusedSet(tx, this.#setSha256);
      });
    }
    return this.#setSha256;
  }

  async #mark(tx: OrgTx): Promise<boolean> {
    return await markSbomRead(tx, this.#sbom.id, {
      ...this.#summary,
      readerVersion: READER_VERSION,
      setSha256: this.#setSha256,
      warnings: [...this.#sbom.warnings, ...this.#summary.warnings],
      tool: this.#summary.tool ?? null,
      readAt: this.#now(),
    });
  }

  async #inOrg<Result>(work: (tx: OrgTx) => Promise<Result>): Promise<Result> {
    // Read again if it was lost: what is published of it waits for the disk.
    return await this.#deps.database.inOrg(this.#orgId, work, { durable: false });
  }

  #now(): string {
    return new Date(this.#deps.now()).toISOString();
  }
}
