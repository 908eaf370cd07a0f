/**
 * Records of a zip archive, read by content: entry names are never used as paths. An entry that is encrypted, too large, too
 * well compressed or oddly named is passed over and counted; an archive that is cut or no archive at all is refused.
 */
import { open as openZip, type Entry, type ZipFile } from 'yauzl';
import { buffer } from 'node:stream/consumers';
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
  try {
    if (zip.entryCount === 0) throw FEED_REFUSED({ source, problem: 'the archive is empty' });
    if (zip.entryCount > ENTRIES_MAX)
      throw FEED_REFUSED({ source, problem: `it has more than ${ENTRIES_MAX} entries` });
    onEntries(zip.entryCount);
    for await (const entry of entriesOf(zip, source)) {
      const name = Buffer.from(entry.fileName as unknown as Buffer).toString('utf8');
      if (!NAME.test(name) || !isReadable(entry)) continue;
      yield { id: name.slice(0, -'.json'.length), bytes: await readEntry(zip, entry, source) };
    }
  } finally {
    zip.close();
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

/** yauzl checks the announced size and the checksum; both failures are a damaged archive. */
async function readEntry(zip: ZipFile, entry: Entry, source: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  zip.openReadStream(entry, (error, stream) => {
    if (error !== null) reject(error);
    else buffer(stream).then(resolve, reject);
  });
  return await promise.catch((error: unknown) => {
    throw FEED_REFUSED({ source, problem: 'an entry of its archive is damaged' }, { cause: error });
  });
}
