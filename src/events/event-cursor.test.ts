import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEventCursor, toEventCursor } from './event-cursor.ts';

const OWNER = { orgId: '019a0000-0000-7000-8000-000000000001', cursorKey: Buffer.alloc(32, 1) };
const OTHER_KEY = { ...OWNER, cursorKey: Buffer.alloc(32, 2) };
const OTHER_ORGANIZATION = { ...OWNER, orgId: '019a0000-0000-7000-8000-000000000002' };

describe('event cursors', () => {
  it('decodes to its position for its own organization only', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (position) => {
        const cursor = toEventCursor(OWNER, position);

        expect(readEventCursor(OWNER, cursor)).toBe(position);
        expect(readEventCursor(OTHER_KEY, cursor)).toBeUndefined();
        expect(readEventCursor(OTHER_ORGANIZATION, cursor)).toBeUndefined();
      }),
    );
  });

  it('is refused after a character is changed, added or removed', () => {
    const cursor = toEventCursor(OWNER, 77);

    for (let at = 0; at < cursor.length; at += 1) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      expect(readEventCursor(OWNER, cursor.slice(0, at) + other + cursor.slice(at + 1))).toBeUndefined();
      expect(readEventCursor(OWNER, cursor.slice(0, at))).toBeUndefined();
    }
    expect(readEventCursor(OWNER, `${cursor}A`)).toBeUndefined();
    expect(readEventCursor(OWNER, `${cursor}=`)).toBeUndefined();
    expect(readEventCursor(OWNER, ` ${cursor}`)).toBeUndefined();
  });

  it.each(['', '0', '77', 'latest', '../..', '\0', '%00', '💥', 'A'.repeat(4_096)])('refuses %j', (text) => {
    expect(readEventCursor(OWNER, text)).toBeUndefined();
  });
});
