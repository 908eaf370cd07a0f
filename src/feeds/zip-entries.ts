/** The table of contents of a zip archive, entry by entry. yauzl reads it, with 64-bit sizes and without an opinion of names. */
import type { FileHandle } from 'node:fs/promises';
import { callbackify } from 'node:util';
import { fromRandomAccessReader, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import { FileWindow } from './file-window.ts';

export interface ZipEntries {
  /** As the archive announces it: a table that holds fewer is damaged. */
  readonly count: number;
  /** Undefined after the last one. Rejects when the table is damaged. */
  next(): Promise<Entry | undefined>;
}

/** Rejects when the file is no archive, or cut off. */
export async function openZip(handle: FileHandle): Promise<ZipEntries> {
  const { size } = await handle.stat();
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>();
  const options = { lazyEntries: true, decodeStrings: false, autoClose: false };
  fromRandomAccessReader(new WindowReader(new FileWindow(handle)), size, options, (error, zip) => {
    if (error === null) resolve(zip);
    else reject(error);
  });
  const zip = await promise;
  return { count: zip.entryCount, next: async () => await nextEntry(zip) };
}

async function nextEntry(zip: ZipFile): Promise<Entry | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Entry | undefined>();
  const onEnd = (): void => resolve(undefined);
  zip.once('entry', resolve).once('end', onEnd).once('error', reject);
  zip.readEntry();
  try {
    return await promise;
  } finally {
    zip.off('entry', resolve).off('end', onEnd).off('error', reject);
  }
}

/** The file is the caller's: there is nothing to close here. */
class WindowReader extends RandomAccessReader {
  readonly #window: FileWindow;

  constructor(window: FileWindow) {
    super();
    this.#window = window;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    const found = this.#window.find(position, length);
    if (found === undefined) {
      callbackify(async () => void (await this.#window.read(position, length)).copy(target, offset))(done);
    } else {
      found.copy(target, offset);
      done(null);
    }
  }
}
