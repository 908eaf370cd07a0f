import { describe, expect, it } from 'vitest';
import { readCursor, toCursor } from './cursor.ts';

describe('a cursor', () => {
  it('comes back as it was given', () => {
    const place = { createdAt: '2026-11-15T04:05:06.789Z', id: '01890a5d-ac96-774b-bcce-b302099a8057' };

    expect(readCursor(toCursor(place))).toEqual(place);
  });

  it.each([
    '',
    'x',
    'MTIz',
    Buffer.from('1 no-uuid').toString('base64url'),
    Buffer.from('-1 01890a5d-ac96-774b-bcce-b302099a8057').toString('base64url'),
    Buffer.from('999999999999999 01890a5d-ac96-774b-bcce-b302099a8057').toString('base64url'),
  ])('is refused as %j', (text) => {
    expect(() => readCursor(text)).toThrow(expect.objectContaining({ code: 'PARAMETER_INVALID' }));
  });
});
