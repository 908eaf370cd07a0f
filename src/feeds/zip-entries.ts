/**
 * Reads the table of contents of a zip archive entry by entry, with yauzl, which supports 64-bit sizes and is configured not to
 * validate names.
 */
import type { FileHandle } from 'node:fs/promises';
import { callbackify } from 'node:util';
import { fromRandomAccessReader, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';

const WINDOW_BYTES = 1024 ** 2;

/**
 * Reads a file through a window that is kept in memory. The entries of an archive are small and adjacent: a system call for each
 * of them takes several times as long as everything else that is done with them.
 */
export class FileWindow {
  readonly #handle: FileHandle;
  #start = 0;
  #bytes = Buffer.alloc(0);

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Returns undefined if the range is not inside the window. The bytes are not copied. */
  find(position: number, length: number): Buffer | undefined {
    const begin = position - this.#start;
    const isInside = begin >= 0 && begin + length <= this.#bytes.length;
    return isInside ? this.#bytes.subarray(begin, begin + length) : undefined;
  }

  /** Moves the window if necessary. Throws if the file ends too early. */
  async read(position: number, length: number): Promise<Buffer> {
    return this.find(position, length) ?? (await this.#move(position, length));
  }

  async #move(position: number, length: number): Promise<Buffer> {
    const window = Buffer.allocUnsafe(Math.max(length, WINDOW_BYTES));
    const { bytesRead } = await this.#handle.read(window, 0, window.length, position);
    if (bytesRead < length) throw new Error('The file is truncated.');
    this.#start = position;
    this.#bytes = window.subarray(0, bytesRead);
    return this.#bytes.subarray(0, length);
  }
}

interface ZipEntries {
  /** The count that the archive announces: a table with fewer entries is damaged. */
  readonly count: number;
  /** Returns undefined after the last entry. Rejects if the table is damaged. */
  next(): Promise<Entry | undefined>;
}

/** Rejects if the file is not an archive or is truncated. */
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

/** The caller closes the file. */
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
