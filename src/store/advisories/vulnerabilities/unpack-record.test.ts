import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { LIMITS } from '../../../core/limits.ts';
import { unpackRecord } from './unpack-record.ts';

const RECORD = Buffer.from('{"id":"CVE-2024-0001"}');

it.each([
  ['gzip', gzipSync],
  ['Zstandard, as earlier versions did', zstdCompressSync],
])('unpacks a record that was stored with %s', async (_how, pack) => {
  expect(await unpackRecord(pack(RECORD))).toEqual(RECORD);
  await expect(unpackRecord(pack(Buffer.alloc(LIMITS.feedRecordBytesMax + 1)))).rejects.toThrow(RangeError);
});
