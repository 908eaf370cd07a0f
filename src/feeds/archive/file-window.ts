/**
 * Reads a file through a window that is kept in memory. The entries of an archive are small and adjacent: a system call for each
 * of them takes several times as long as everything else that is done with them.
 */
import type { FileHandle } from 'node:fs/promises';

const WINDOW_BYTES = 1024 ** 2;

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
