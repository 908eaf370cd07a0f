/**
 * Records of a zip archive, read by content: entry names are never used as paths. An entry that is encrypted, too large, too
 * well compressed or oddly named is passed over and counted; an archive that is cut or no archive at all is refused.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { crc32, inflateRawSync } from 'node:zlib';
import { open as openZip, type Entry, type ZipFile } from 'yauzl';
import { FEED_REFUSED } from './errors.ts';

const ENTRIES_MAX = 2_000_000;
const RECORD_BYTES_MAX = 16 * 1024 ** 2;
const RATIO_MAX = 200;
const RATIO_JUDGED_AFTER_BYTES = 1024 ** 2;
const NAME = /^[^/\\]{1,200}\.json$/;

export interface ArchiveRecord {
  readonly id: string;
  readonly bytes: Buffer;
}

export async function* readArchive(
  file: string,
  source: string,
  onEntries: (total: number) => void,
): AsyncGenerator<ArchiveRecord> {
  const zip = await openArchive(file).catch((error: unknown) => {
    throw FEED_REFUSED({ source, problem: 'it is no zip archive, or it is cut off' }, { cause: error });
  });
  const handle = await open(file);
  try {
    if (zip.entryCount === 0) throw FEED_REFUSED({ source, problem: 'the archive is empty' });
    if (zip.entryCount > ENTRIES_MAX)
      throw FEED_REFUSED({ source, problem: `it has more than ${ENTRIES_MAX} entries` });
    onEntries(zip.entryCount);
    for await (const entry of entriesOf(zip, source)) {
      const name = Buffer.from(entry.fileName as unknown as Buffer).toString('utf8');
      if (!NAME.test(name) || !isReadable(entry)) continue;
      yield { id: name.slice(0, -'.json'.length), bytes: await readEntry(zip, handle, entry, source) };
    }
  } finally {
    zip.close();
    await handle.close();
  }
}

async function openArchive(file: string): Promise<ZipFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>();
  openZip(file, { lazyEntries: true, decodeStrings: false, autoClose: false }, (error, zip) => {
    if (error === null) resolve(zip);
    else reject(error);
  });
  return await promise;
}

function isReadable(entry: Entry): boolean {
  if (entry.isEncrypted() || entry.uncompressedSize > RECORD_BYTES_MAX) return false;
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) return false;
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  return entry.uncompressedSize <= RATIO_JUDGED_AFTER_BYTES || ratio <= RATIO_MAX;
}

async function* entriesOf(zip: ZipFile, source: string): AsyncGenerator<Entry> {
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<Entry | undefined>();
    const onEntry = (entry: Entry): void => resolve(entry);
    const onEnd = (): void => resolve(undefined);
    zip.once('entry', onEntry).once('end', onEnd).once('error', reject);
    zip.readEntry();
    const entry = await promise.catch((error: unknown) => {
      throw FEED_REFUSED({ source, problem: 'its archive is damaged' }, { cause: error });
    });
    zip.off('entry', onEntry).off('end', onEnd).off('error', reject);
    if (entry === undefined) return;
    yield entry;
  }
}

/** One read and one call per record: a stream for each of 40,000 small entries costs many times as much. */
async function readEntry(zip: ZipFile, handle: FileHandle, entry: Entry, source: string): Promise<Buffer> {
  try {
    const start = await findData(zip, entry);
    const { buffer, bytesRead } = await handle.read(
      Buffer.allocUnsafe(entry.compressedSize),
      0,
      entry.compressedSize,
      start,
    );
    if (bytesRead !== entry.compressedSize) throw new Error('The entry is cut off.');
    const bytes =
      entry.compressionMethod === STORED
        ? buffer
        : inflateRawSync(buffer, { maxOutputLength: entry.uncompressedSize + 1 });
    if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32)
      throw new Error('The checksum is wrong.');
    return bytes;
  } catch (error) {
    throw FEED_REFUSED({ source, problem: 'an entry of its archive is damaged' }, { cause: error });
  }
}

const STORED = 0;
const DEFLATED = 8;

async function findData(zip: ZipFile, entry: Entry): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  zip.readLocalFileHeader(entry, { minimal: true }, (error, header) => {
    if (error === null) resolve(header.fileDataStart);
    else reject(error);
  });
  return await promise;
}
