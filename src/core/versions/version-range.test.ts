import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWindow } from './find-window.ts';
import { schemeFor } from './scheme-for.ts';
import { toWindows, type RangeEvent } from './version-range.ts';
import { describeWindow } from './version-window.ts';

const semver = schemeFor('semver');

/** `introduced 1.0, fixed 2.0` as OSV writes it. */
function events(text: string): RangeEvent[] {
  return text.split(', ').map((event) => {
    const [name = '', version = ''] = event.split(' ');
    return { [name]: version } as RangeEvent;
  });
}

function windowsOf(text: string): string[] {
  const { windows, problem } = toWindows(semver, events(text));
  return problem === undefined ? windows.map(describeWindow) : [problem];
}

describe('toWindows', () => {
  it.each([
    ['introduced 0', ['all versions']],
    ['introduced 0, fixed 1.2', ['< 1.2']],
    ['introduced 1.0, fixed 1.2', ['>= 1.0, < 1.2']],
    ['introduced 1.0, last_affected 1.2', ['>= 1.0, <= 1.2']],
    ['introduced 1.0', ['>= 1.0']],
    ['introduced 1.0, fixed 1.2, introduced 2.0, fixed 2.2', ['>= 1.0, < 1.2', '>= 2.0, < 2.2']],
    ['introduced 1.0, fixed 1.2, introduced 2.0', ['>= 1.0, < 1.2', '>= 2.0']],
    ['introduced 0, last_affected 0', ['<= 0']],
  ])('%s: %j', (text, expected) => {
    expect(windowsOf(text)).toEqual(expected);
  });

  it.each([
    [
      'introduced 2.4.49, fixed 2.4.50, introduced 2.4.50, fixed 2.4.51',
      ['>= 2.4.49, < 2.4.50', '>= 2.4.50, < 2.4.51'],
    ],
    ['introduced 1.0, last_affected 1.2, introduced 1.2, fixed 1.4', ['>= 1.0, < 1.4']],
    ['introduced 1.0, fixed 1.0', []],
    ['introduced 0, fixed 0', []],
    ['introduced 1.0, fixed 1.0, introduced 2.0', ['>= 2.0']],
    ['introduced 1.0, last_affected 1.0', ['>= 1.0, <= 1.0']],
    ['introduced 1.0, fixed 1.0, last_affected 1.0', []],
    ['introduced 1.0, fixed 2, fixed 2.0.0, introduced 2.0', ['>= 1.0, < 2', '>= 2.0']],
  ])('closes what is open before it opens the next, %s: %j', (text, expected) => {
    expect(windowsOf(text)).toEqual(expected);
  });

  it.each([
    ['introduced 1.0, introduced 1.1, fixed 1.2', ['>= 1.0, < 1.2']],
    ['introduced 1.0, introduced 1.0, fixed 1.2, fixed 1.2', ['>= 1.0, < 1.2']],
    ['introduced 1.0, fixed 1.2, fixed 1.3', ['>= 1.0, < 1.2']],
    ['fixed 0.5, introduced 1.0, fixed 1.2', ['>= 1.0, < 1.2']],
  ])('takes no notice of a second event of a kind, %s: %j', (text, expected) => {
    expect(windowsOf(text)).toEqual(expected);
  });

  it.each([
    ['introduced 2.0, fixed 1.0'],
    ['introduced 2.0, last_affected 1.0'],
    ['introduced 1.0, fixed 0'],
    ['fixed 1.0, introduced 2.0, fixed 3.0, introduced 4.0'],
    ['fixed 1.0'],
    ['last_affected 1.0'],
  ])('cannot make sense of %s', (text) => {
    expect(windowsOf(text)).toEqual(['contradictory-range']);
  });

  it.each(['introduced 1.0, fixed latest', 'introduced ?', 'introduced 0, limit x', 'introduced 0, last_affected *'])(
    'cannot read a bound of %s',
    (text) => {
      expect(windowsOf(text)).toEqual(['unparsable-bound']);
    },
  );

  it.each([
    ['introduced 0, fixed 0.9-stable', ['< 0.9-stable']],
    ['introduced 8.0.0, fixed 8.3.0-11.1', []],
  ])('keeps what it has of %s, but warns of a bound without a certain place', (text, expected) => {
    const { windows, problem } = toWindows(schemeFor('pep440'), events(text));

    expect(windows.map(describeWindow)).toEqual(expected);
    expect(problem).toBe('unparsable-bound');
  });

  it('honors both ends, and remembers the fix beyond the last affected version', () => {
    expect(toWindows(semver, events('introduced 1.0, last_affected 1.2, fixed 1.4')).windows).toEqual([
      { introduced: '1.0', fixed: '1.4', lastAffected: '1.2' },
    ]);
    expect(windowsOf('introduced 1.0, fixed 1.2, last_affected 1.4')).toEqual(['>= 1.0, < 1.2']);
    expect(windowsOf('introduced 1.0, fixed 1.2, last_affected 1.2')).toEqual(['>= 1.0, < 1.2']);
  });

  it.each([
    ['introduced 1.0, limit 2.0', ['>= 1.0, < 2.0']],
    ['introduced 1.0, limit *', ['>= 1.0']],
    ['introduced 1.0, limit 2.0, limit 3.0', ['>= 1.0, < 3.0']],
    ['introduced 1.0, limit 2.0, limit *', ['>= 1.0']],
    ['introduced 1.0, fixed 1.5, limit 2.0', ['>= 1.0, < 1.5']],
    ['introduced 1.0, fixed 2.5, limit 2.0', ['>= 1.0, < 2.0']],
    ['introduced 1.0, last_affected 2.0, limit 2.0', ['>= 1.0, < 2.0']],
    ['introduced 1.0, last_affected 1.9, limit 2.0', ['>= 1.0, <= 1.9']],
    ['introduced 1.0, fixed 1.5, introduced 2.0, limit 2.0', ['>= 1.0, < 1.5']],
    ['introduced 0, limit 2.0', ['< 2.0']],
  ])('stays below the highest limit, %s: %j', (text, expected) => {
    expect(windowsOf(text)).toEqual(expected);
  });

  it('has nothing to say without events', () => {
    expect(toWindows(semver, [])).toEqual({ windows: [] });
  });

  it('begins before every version, also before those below zero', () => {
    const debian = schemeFor('debian');
    const { windows } = toWindows(debian, events('introduced 0, fixed 1.0'));
    const version = debian.parse('0~~');
    if (version === undefined) throw new Error('It can be read.');

    expect(findWindow(debian, windows, version)).toBeDefined();
  });

  it('does not depend on the order of the events', () => {
    const one = fc.tuple(fc.constantFrom('introduced', 'fixed', 'last_affected', 'limit'), fc.nat(5));
    const list = fc.array(
      one.map(([name, version]) => `${name} ${version}.0.0`),
      { minLength: 1, maxLength: 7 },
    );
    fc.assert(
      fc.property(
        list.chain((range) => fc.tuple(fc.constant(range), fc.shuffledSubarray(range, { minLength: range.length }))),
        ([range, shuffled]) => {
          expect(windowsOf(shuffled.join(', '))).toEqual(windowsOf(range.join(', ')));
        },
      ),
    );
  });
});
