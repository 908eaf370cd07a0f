import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEventCursor, toEventCursor } from './event-pages.ts';

const OWNER = { orgId: '019a0000-0000-7000-8000-000000000001', cursorKey: Buffer.alloc(32, 1) };
const OTHER_KEY = { ...OWNER, cursorKey: Buffer.alloc(32, 2) };
const OTHER_ORGANIZATION = { ...OWNER, orgId: '019a0000-0000-7000-8000-000000000002' };

describe('event cursors', () => {
  it('decodes to its position for its own organization only', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (position) => {
        const cursor = toEventCursor(OWNER, position);

        expect(parseEventCursor(OWNER, cursor)).toBe(position);
        expect(parseEventCursor(OTHER_KEY, cursor)).toBeUndefined();
        expect(parseEventCursor(OTHER_ORGANIZATION, cursor)).toBeUndefined();
      }),
    );
  });

  it('is refused after a character is changed, added or removed', () => {
    const cursor = toEventCursor(OWNER, 77);

    for (let at = 0; at < cursor.length; at += 1) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      expect(parseEventCursor(OWNER, cursor.slice(0, at) + other + cursor.slice(at + 1))).toBeUndefined();
      expect(parseEventCursor(OWNER, cursor.slice(0, at))).toBeUndefined();
    }
    expect(parseEventCursor(OWNER, `${cursor}A`)).toBeUndefined();
    expect(parseEventCursor(OWNER, `${cursor}=`)).toBeUndefined();
    expect(parseEventCursor(OWNER, ` ${cursor}`)).toBeUndefined();
  });

  it.each(['', '0', '77', 'latest', '../..', '\0', '%00', '💥', 'A'.repeat(4_096)])('refuses %j', (text) => {
    expect(parseEventCursor(OWNER, text)).toBeUndefined();
  });
});
