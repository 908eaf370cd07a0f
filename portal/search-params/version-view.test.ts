import { describe, expect, it } from 'vitest';
import { parsePlanView } from './version-view.ts';

describe('parsePlanView', () => {
  it.each([
    [{}, {}],
    [
      { strategy: 'highest', maxDistance: 'minor', stop: '3', action: 'a1-b2' },
      { strategy: 'highest', maxDistance: 'minor', stop: 3, action: 'a1-b2' },
    ],
    [{ strategy: 'lowest', stop: 0 }, { stop: 0 }],
    [{ strategy: 'fastest', maxDistance: 'constructor', stop: '-1', action: '<b>' }, {}],
    [{ stop: '99999', action: 'x'.repeat(101) }, {}],
  ])('parses %j as %j', (search, view) => {
    expect(parsePlanView(search)).toEqual(view);
  });
});
