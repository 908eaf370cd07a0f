/** Writes a tar archive in ustar form. */

export interface TarEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** `0` for a file, `5` for a folder, `2` for a link. */
  readonly type?: string;
}

const BLOCK_BYTES = 512;

export function writeTar(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap(({ name, content, type = '0' }) => {
    const bytes = Buffer.from(content);
    return [toHeader(name, bytes.length, type), bytes, Buffer.alloc(-bytes.length & (BLOCK_BYTES - 1))];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)]);
}

function toHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0, 100, 'latin1');
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header.write('        ', 148, 'latin1');
  header.write(type, 156, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}
