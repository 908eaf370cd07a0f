/**
 * Writes a bundle piece by piece under a temporary name. It is renamed when it is complete and flushed to disk, so that an
 * interrupted export never looks like a bundle or replaces the last good one.
 */
import { strict as assert } from 'node:assert';
import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { Enrichment } from '../../core/advisory/enrichment/enrichment.ts';
import { LIMITS } from '../../core/limits.ts';
import type { EnrichmentPart } from '../../core/vocabulary/source.ts';
import {
  BUNDLE_VERSION,
  MARK,
  PIECE_BYTES,
  packItem,
  toLengthBytes,
  type BundleContents,
  type BundleHead,
  type Item,
  type PreparedBy,
  type StoredSection,
} from './bundle-format.ts';
import { BUNDLE_UNWRITABLE } from '../errors.ts';
import type { RawRecord } from '../feed.ts';

export type BundleSection =
  | {
      readonly kind: 'records';
      readonly source: string;
      readonly directory: string;
      readonly records: AsyncIterable<readonly Pick<RawRecord, 'id' | 'bytes'>[]>;
    }
  | {
      readonly kind: 'rows';
      readonly source: string;
      readonly directory: string;
      readonly table: string;
      readonly lines: AsyncIterable<Uint8Array>;
    }
  | {
      readonly kind: 'enrichment';
      readonly part: EnrichmentPart;
      readonly asOf: string | null;
      readonly rows: AsyncIterable<readonly Enrichment[]>;
    };

export interface WriteOptions {
  readonly createdAt: string;
  /** What made the rows, if there are any. */
  readonly prepared?: PreparedBy;
  readonly signal: AbortSignal;
  readonly onSection?: (section: StoredSection) => void;
}

export interface WrittenBundle extends BundleContents {
  readonly bytes: number;
}

/** Reads each section to its end before it requests the next one. Leaves out an empty section. */
export async function writeBundle(
  path: string,
  sections: AsyncIterable<BundleSection> | Iterable<BundleSection>,
  { createdAt, prepared, signal, onSection }: WriteOptions,
): Promise<WrittenBundle> {
  const temporaryPath = join(dirname(path), `.${basename(path)}.${randomUUID()}.partial`);
  // Checked first, so that the error does not come after all the work.
  if ((await stat(path).catch(() => undefined))?.isDirectory() === true)
    throw BUNDLE_UNWRITABLE({ path, problem: 'it is a directory' });
  const file = await open(temporaryPath, 'wx', 0o600).catch(unwritable(path));
  try {
    const writer = new BundleWriter(file);
    await writer.write(Buffer.concat([MARK, toHead(createdAt, prepared)])).catch(unwritable(path));
    const stored: StoredSection[] = [];
    for await (const section of sections) {
      const written = await writeSection(path, writer, section, signal);
      if (written.items === 0) continue;
      stored.push(written);
      onSection?.(written);
    }
    await writer.finish({ sections: stored }).catch(unwritable(path));
    await file.close();
    await rename(temporaryPath, path).catch(unwritable(path));
    return { sections: stored, bytes: writer.bytes };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

function toHead(createdAt: string, prepared: PreparedBy | undefined): Buffer {
  const head: BundleHead = { format: 'assay-advisories', version: BUNDLE_VERSION, createdAt, prepared };
  return Buffer.from(`${JSON.stringify(head)}\n`);
}

async function writeSection(
  path: string,
  writer: BundleWriter,
  section: BundleSection,
  signal: AbortSignal,
): Promise<StoredSection> {
  const start = writer.bytes;
  let items = 0;
  let piece: Buffer[] = [];
  let pieceBytes = 0;
  const flush = async (): Promise<void> => {
    if (piece.length > 0) await writer.writePiece(Buffer.concat(piece)).catch(unwritable(path));
    piece = [];
    pieceBytes = 0;
  };
  for await (const item of itemsOf(section)) {
    signal.throwIfAborted();
    const packed = packItem(item);
    assert(packed.length + PIECE_BYTES <= LIMITS.bundlePieceBytesMax, 'An accepted record fits in a chunk.');
    piece.push(packed);
    pieceBytes += packed.length;
    items += 1;
    if (pieceBytes >= PIECE_BYTES) await flush();
  }
  await flush();
  const { kind } = section;
  const facts = { items, storedBytes: writer.bytes - start };
  if (kind === 'enrichment') return { kind, part: section.part, asOf: section.asOf, ...facts };
  const { source, directory } = section;
  return kind === 'rows'
    ? { kind, source, directory, table: section.table, ...facts }
    : { kind, source, directory, ...facts };
}

async function* itemsOf(section: BundleSection): AsyncGenerator<Item> {
  if (section.kind === 'records') {
    for await (const batch of section.records) for (const { id, bytes } of batch) yield { name: id, bytes };
    return;
  }
  if (section.kind === 'rows') {
    for await (const bytes of section.lines) yield { name: '', bytes };
    return;
  }
  for await (const batch of section.rows) {
    for (const { cve, ...facts } of batch) yield { name: cve, bytes: Buffer.from(JSON.stringify(facts)) };
  }
}

const compress = promisify(zstdCompress);
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

class BundleWriter {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  bytes = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async writePiece(piece: Buffer): Promise<void> {
    const stored = await compress(piece, ZSTD);
    await this.write(Buffer.concat([toLengthBytes(stored.length), stored]));
  }

  async finish(contents: BundleContents): Promise<void> {
    const table = Buffer.from(JSON.stringify(contents));
    assert(table.length <= LIMITS.bundleContentsBytesMax, 'The table of contents can be parsed.');
    await this.write(Buffer.concat([table, toLengthBytes(table.length)]));
    const digest = this.#hash.digest();
    await this.#file.writeFile(digest);
    this.bytes += digest.length;
    await this.#file.sync();
  }

  async write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    await this.#file.writeFile(bytes);
    this.bytes += bytes.length;
  }
}

function unwritable(path: string): (cause: unknown) => never {
  return (cause) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw BUNDLE_UNWRITABLE({ path, problem: code }, { cause });
  };
}
