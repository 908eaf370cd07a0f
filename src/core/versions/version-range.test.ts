import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWindow, describeWindow } from './version-window.ts';
import { schemeFor } from './schemes/scheme-for.ts';
import { toWindows, type RangeEvent } from './version-range.ts';

const semver = schemeFor('semver');

/** Turns `introduced 1.0, fixed 2.0` into OSV events. */
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
  ])('turns %s into %j', (text, expected) => {
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
  ])('closes an open window before it opens the next, %s: %j', (text, expected) => {
    expect(windowsOf(text)).toEqual(expected);
  });

  it.each([
    ['introduced 1.0, introduced 1.1, fixed 1.2', ['>= 1.0, < 1.2']],
    ['introduced 1.0, introduced 1.0, fixed 1.2, fixed 1.2', ['>= 1.0, < 1.2']],
    ['introduced 1.0, fixed 1.2, fixed 1.3', ['>= 1.0, < 1.2']],
    ['fixed 0.5, introduced 1.0, fixed 1.2', ['>= 1.0, < 1.2']],
  ])('ignores a repeated event of the same kind, %s: %j', (text, expected) => {
    expect(windowsOf(text)).toEqual(expected);
  });

  it.each([
    ['introduced 2.0, fixed 1.0'],
    ['introduced 2.0, last_affected 1.0'],
    ['introduced 1.0, fixed 0'],
    ['fixed 1.0, introduced 2.0, fixed 3.0, introduced 4.0'],
    ['fixed 1.0'],
    ['last_affected 1.0'],
  ])('reports %s as contradictory', (text) => {
    expect(windowsOf(text)).toEqual(['contradictory-range']);
  });

  it.each(['introduced 1.0, fixed latest', 'introduced ?', 'introduced 0, limit x', 'introduced 0, last_affected *'])(
    'reports an unparseable bound in %s',
    (text) => {
      expect(windowsOf(text)).toEqual(['unparsable-bound']);
    },
  );

  it.each([
    ['introduced 0, fixed 0.9-stable', ['< 0.9-stable']],
    ['introduced 8.0.0, fixed 8.3.0-11.1', []],
  ])('keeps the windows of %s, but reports a bound without a certain order', (text, expected) => {
    const { windows, problem } = toWindows(schemeFor('pep440'), events(text));

    expect(windows.map(describeWindow)).toEqual(expected);
    expect(problem).toBe('unparsable-bound');
  });

  it('keeps both ends if the fixed version is above the last affected one', () => {
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

  it('returns no windows without events', () => {
    expect(toWindows(semver, [])).toEqual({ windows: [] });
  });

  it('starts before every version, including those below zero', () => {
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
