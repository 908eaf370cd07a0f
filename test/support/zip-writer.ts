/** Small zip archives for tests, valid by default; every field that an archive can misstate can be set. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** 0 is stored, 8 is deflated; any other value is written as it is, with the bytes stored. */
  readonly method?: number;
  readonly flags?: number;
  readonly checksum?: number;
  /** Declared size of the content. */
  readonly size?: number;
  /** Unix file mode, `0o120777` for a link. */
  readonly mode?: number;
  /** The offset of the entry according to the central directory. */
  readonly offset?: number;
}

export interface ZipOptions {
  /** Declared number of entries. */
  readonly count?: number;
  /** Writes the zip64 records that archives of more than 65,535 entries need. */
  readonly zip64?: boolean;
}

export function writeZip(entries: readonly ZipEntry[], options: ZipOptions = {}): Buffer {
  const parts: Buffer[] = [];
  const table: Buffer[] = [];
  let position = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const fields = fieldsOf(entry, content);
    const data = fields.method === DEFLATED ? deflateRawSync(content) : content;
    const local = localHeader(fields, data.length);
    table.push(tableRow(fields, data.length, entry.offset ?? position));
    parts.push(local, data);
    position += local.length + data.length;
  }
  const tableBytes = table.reduce((sum, row) => sum + row.length, 0);
  const end = { count: options.count ?? entries.length, tableBytes, position };
  return Buffer.concat([...parts, ...table, ...(options.zip64 === true ? endOfZip64(end) : [endOfTable(end)])]);
}

const DEFLATED = 8;

interface Fields {
  readonly name: Buffer;
  readonly method: number;
  readonly flags: number;
  readonly checksum: number;
  readonly size: number;
  readonly mode: number;
}

function fieldsOf(entry: ZipEntry, content: Buffer): Fields {
  return {
    name: Buffer.from(entry.name),
    method: entry.method ?? DEFLATED,
    flags: entry.flags ?? 0,
    checksum: entry.checksum ?? crc32(content),
    size: entry.size ?? content.length,
    mode: entry.mode ?? 0o100644,
  };
}

function localHeader({ name, method, flags, checksum, size }: Fields, packedBytes: number): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(checksum, 14);
  header.writeUInt32LE(packedBytes, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function tableRow({ name, method, flags, checksum, size, mode }: Fields, packedBytes: number, offset: number): Buffer {
  const row = Buffer.alloc(46);
  row.writeUInt32LE(0x02014b50, 0);
  row.writeUInt16LE(20, 4);
  row.writeUInt16LE(20, 6);
  row.writeUInt16LE(flags, 8);
  row.writeUInt16LE(method, 10);
  row.writeUInt32LE(checksum, 16);
  row.writeUInt32LE(packedBytes, 20);
  row.writeUInt32LE(size, 24);
  row.writeUInt16LE(name.length, 28);
  row.writeUInt16LE(mode, 40);
  row.writeUInt32LE(offset, 42);
  return Buffer.concat([row, name]);
}

interface End {
  readonly count: number;
  readonly tableBytes: number;
  readonly position: number;
}

function endOfTable({ count, tableBytes, position }: End): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(tableBytes, 12);
  end.writeUInt32LE(position, 16);
  return end;
}

function endOfZip64({ count, tableBytes, position }: End): Buffer[] {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(tableBytes), 40);
  end.writeBigUInt64LE(BigInt(position), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(position + tableBytes), 8);
  locator.writeUInt32LE(1, 16);
  const unset = 0xffff;
  return [end, locator, endOfTable({ count: unset, tableBytes, position })];
}
