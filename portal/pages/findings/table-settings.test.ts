import { describe, expect, it } from 'vitest';
import { parseSettings } from './table-settings.ts';

describe('parseSettings', () => {
  it.each([[null], ['x'], [7], [[]], [{ hidden: 'x', widths: 'y', density: 'z' }]])(
    'takes the defaults for %j',
    (stored) => {
      expect(parseSettings(stored, false)).toEqual({ hidden: ['confidence'], widths: {}, density: 'comfortable' });
    },
  );

  it('hides one more column at first if the window is narrow', () => {
    expect(parseSettings(null, true).hidden).toEqual(['confidence', 'introduced']);
    expect(parseSettings({ hidden: [] }, true).hidden).toEqual([]);
  });

  it('keeps valid parts and limits widths', () => {
    const stored = { hidden: ['epss', 3], widths: { fix: 1e9, component: -1, status: 'wide' }, density: 'compact' };

    expect(parseSettings(stored, true)).toEqual({
      hidden: ['epss'],
      widths: { fix: 1_200, component: 48 },
      density: 'compact',
    });
  });
});
