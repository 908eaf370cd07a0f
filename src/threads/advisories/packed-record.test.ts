import { crc32, deflateRawSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MEMBER_BYTES, packRecord, unpackMembers, writeMember } from './packed-record.ts';

const RECORDS = ['{"id":"A-1"}', '{}', `{"id":"B-2","details":"${'text '.repeat(1_000)}"}`].map((text) =>
  Buffer.from(text),
);

function toMembers(deflated: readonly Uint8Array[]): Parameters<typeof unpackMembers> {
  const members = new Uint8Array(deflated.reduce((sum, { length }) => sum + length + MEMBER_BYTES, 0));
  let end = 0;
  const sizes = deflated.map((bytes, at) => {
    const record = RECORDS[at] ?? Buffer.alloc(0);
    const packed = { size: record.length, crc32: crc32(record) };
    end = writeMember(members, end, bytes, packed);
    return { ...packed, end };
  });
  return [members, sizes];
}

describe('packed records', () => {
  it('are gzip files', () => {
    for (const record of RECORDS) expect(gunzipSync(packRecord(record))).toEqual(record);
  });

  it('have the same bytes whether the archive has deflated them or not', () => {
    const unpacked = unpackMembers(...toMembers(RECORDS.map((record) => deflateRawSync(record))));

    expect(unpacked.map((record) => Buffer.from(record?.bytes ?? []))).toEqual(RECORDS);
    expect(unpacked.map((record) => record?.packed)).toEqual(RECORDS.map((record) => packRecord(record)));
  });

  it.each([
    ['another checksum', [0, -8]],
    ['another size', [0, -4]],
    ['other content', [0, 10]],
    ['other content of the last one', [2, 12]],
  ] as const)('are rejected alone for %s', (_of, [at, offset]) => {
    const [members, sizes] = toMembers(RECORDS.map((record) => deflateRawSync(record)));
    const [start, end] = [sizes[at - 1]?.end ?? 0, sizes[at]?.end ?? 0];
    const damaged = offset < 0 ? sizes.map((size, n) => (n === at ? damage(size, offset) : size)) : sizes;
    const position = offset < 0 ? end + offset : start + offset;
    members[position] = (members[position] ?? 0) ^ 1;

    const unpacked = unpackMembers(members, damaged);

    expect(unpacked.map((record) => record !== undefined)).toEqual(RECORDS.map((_, n) => n !== at));
  });

  it('are packed again if other bytes follow the deflated ones', () => {
    const followed = RECORDS.map((record, at) =>
      Buffer.concat([deflateRawSync(record), Buffer.alloc(at === 1 ? 3 : 0, 7)]),
    );

    const unpacked = unpackMembers(...toMembers(followed));

    expect(unpacked.map((record) => Buffer.from(record?.bytes ?? []))).toEqual(RECORDS);
    expect(unpacked[1]?.packed).toBeUndefined();
  });

  it('are rejected if one member contains two that unpack to more than it declares', () => {
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = RECORDS;
    const two = Buffer.concat([packRecord(second).subarray(10), packRecord(first).subarray(0, -8)]);

    expect(unpackMembers(...toMembers([two]))).toEqual([undefined]);
  });
});

function damage<Size extends { readonly size: number; readonly crc32: number }>(size: Size, offset: number): Size {
  return offset === -8 ? { ...size, crc32: (size.crc32 ^ 1) >>> 0 } : { ...size, size: size.size + 1 };
}
