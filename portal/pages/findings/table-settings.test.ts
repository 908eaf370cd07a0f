import { describe, expect, it } from 'vitest';
import { parseSettings } from './table-settings.ts';

describe('parseSettings', () => {
  it.each([[null], ['x'], [7], [[]], [{ hidden: 'x', widths: 'y', density: 'z' }]])(
    'takes the defaults for %j',
    (stored) => {
      expect(parseSettings(stored)).toEqual({ hidden: ['confidence'], widths: {}, density: 'comfortable' });
    },
  );

  it('keeps valid parts and limits widths', () => {
    const stored = { hidden: ['epss', 3], widths: { fix: 1e9, component: -1, status: 'wide' }, density: 'compact' };

    expect(parseSettings(stored)).toEqual({
      hidden: ['epss'],
      widths: { fix: 1_200, component: 48 },
      density: 'compact',
    });
  });
});
