import { describe, expect, it } from 'vitest';
import { parseActionCursor, parseCursor, toActionCursor, toCursor } from './cursor.ts';

describe('toCursor and readCursor', () => {
  it('restores the place of a cursor', () => {
    const place = { createdAt: '2026-11-15T04:05:06.789Z', id: '01890a5d-ac96-774b-bcce-b302099a8057' };

    expect(parseCursor(toCursor(place))).toEqual(place);
  });

  it.each([
    '',
    'x',
    'MTIz',
    Buffer.from('1 no-uuid').toString('base64url'),
    Buffer.from('-1 01890a5d-ac96-774b-bcce-b302099a8057').toString('base64url'),
    Buffer.from('999999999999999 01890a5d-ac96-774b-bcce-b302099a8057').toString('base64url'),
  ])('rejects %j', (text) => {
    expect(() => parseCursor(text)).toThrow(expect.objectContaining({ code: 'CURSOR_INVALID' }));
  });
});

describe('toActionCursor and readActionCursor', () => {
  it('restores the place of a cursor', () => {
    expect(parseActionCursor(toActionCursor({ index: 12, id: 'a1b2' }))).toEqual({ index: 12, id: 'a1b2' });
  });

  it.each([
    '',
    'x',
    ...['x a', '-1 a', '99999999 a', '1 ', '1'].map((text) => Buffer.from(text).toString('base64url')),
  ])('rejects %j', (text) => {
    expect(() => parseActionCursor(text)).toThrow(expect.objectContaining({ code: 'CURSOR_INVALID' }));
  });
});
