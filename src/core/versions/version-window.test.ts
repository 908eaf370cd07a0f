import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeWindow, contains, findWindow, type VersionWindow } from './version-window.ts';
import { SCHEME_IDS, versionTexts } from '../../../test/support/version-texts.ts';
import { schemeFor } from './schemes/scheme-for.ts';
import { toWindows, type RangeEvent } from './version-range.ts';
import type { SchemeId } from '../vocabulary/package.ts';

describe('describeWindow', () => {
  it.each([
    [{ introduced: '1.2.0', fixed: '1.2.6', lastAffected: undefined }, '>= 1.2.0, < 1.2.6'],
    [{ introduced: '1.2.0', fixed: undefined, lastAffected: '1.2.5' }, '>= 1.2.0, <= 1.2.5'],
    [{ introduced: '1.2.0', fixed: '1.3', lastAffected: '1.2.5' }, '>= 1.2.0, <= 1.2.5'],
    [{ introduced: '1.2.0', fixed: undefined, lastAffected: undefined }, '>= 1.2.0'],
    [{ introduced: undefined, fixed: '1.2.6', lastAffected: undefined }, '< 1.2.6'],
    [{ introduced: undefined, fixed: undefined, lastAffected: '3.1' }, '<= 3.1'],
    [{ introduced: undefined, fixed: undefined, lastAffected: undefined }, 'all versions'],
  ])('describes %j as %s', (window, text) => {
    expect(describeWindow(window)).toBe(text);
  });
});

function aWindow(bounds: Partial<VersionWindow>): VersionWindow {
  return { introduced: undefined, fixed: undefined, lastAffected: undefined, ...bounds };
}

function isInside(id: SchemeId, window: VersionWindow, text: string): boolean {
  const version = schemeFor(id).parse(text);
  return version !== undefined && contains(schemeFor(id), window, version);
}

describe('contains', () => {
  it.each<[SchemeId, Partial<VersionWindow>, string, boolean]>([
    ['semver', { introduced: '1.2.0', fixed: '1.2.6' }, '1.2.0', true],
    ['semver', { introduced: '1.2.0', fixed: '1.2.6' }, '1.2.5', true],
    ['semver', { introduced: '1.2.0', fixed: '1.2.6' }, '1.2.6', false],
    ['semver', { introduced: '1.2.0', fixed: '1.2.6' }, '1.2.0-rc.1', false],
    ['semver', { introduced: '1.2.0', fixed: '1.2.6' }, '1.2.6-rc.1', true],
    ['semver', { lastAffected: '1.2.6' }, '1.2.6', true],
    ['semver', { lastAffected: '1.2.6' }, '1.2.7', false],
    ['semver', { lastAffected: '1.2.6', fixed: '1.3.0' }, '1.2.7', false],
    ['semver', {}, '0.0.0-alpha', true],
    ['debian', {}, '0~', true],
    ['debian', { fixed: '1:1.0' }, '9.0', true],
    ['maven', { fixed: '2.15.0' }, '2.15.0-rc1', true],
    ['pep440', { lastAffected: '1.0' }, '1.0+cpu', true],
    ['pep440', { lastAffected: '1.0' }, '1.0.post1', false],
    ['pep440', { fixed: '1.0' }, '1.0+cpu', false],
    ['pep440', { introduced: '1.0' }, '1.0+cpu', true],
    ['pep440', { lastAffected: '1.0+aaa' }, '1.0+cpu', false],
    ['pep440', { fixed: '1.0+cpu' }, '1.0+cpu', false],
    ['bitnami', { fixed: '1.2.3' }, '1.2.3-4', false],
    ['bitnami', { fixed: '1.2.4' }, '1.2.3-4', true],
    ['bitnami', { lastAffected: '1.2.3' }, '1.2.3-4', true],
    ['bitnami', { introduced: '1.62.0-0', fixed: '1.81.0-1' }, '1.81.0-0', true],
    ['bitnami', { introduced: '1.62.0-0', fixed: '1.81.0-1' }, '1.81.0-1', false],
    ['bitnami', { introduced: '1.62.0-0', fixed: '1.81.0-1' }, '1.62.0', true],
    ['go', { introduced: '1.22.0-0', fixed: '1.22.3' }, 'go1.22rc1', true],
    ['go', { introduced: '1.22.0-0', fixed: '1.22.3' }, 'go1.22.3', false],
    ['go', { fixed: '3.0.0+incompatible' }, 'v2.9.0+incompatible', true],
    ['go', { fixed: '0.0.0-20200101000000-000000000000' }, 'v0.0.0-20190301021747-ccb9e902956d', true],
    ['packagist', { fixed: '1.2.0' }, '1.2', false],
    ['packagist', { fixed: '1.2.0' }, '1.2.0-RC1', true],
    ['packagist', { fixed: '6.3.0.1' }, '6.3.0', true],
    ['nuget', { fixed: '1.0' }, '1.0.0.0', false],
    ['rubygems', { fixed: '3.0' }, '3.0.0.beta4', true],
  ])('checks %s %j for %s: %s', (id, bounds, version, expected) => {
    expect(isInside(id, aWindow(bounds), version)).toBe(expected);
  });

  it('contains nothing if a bound cannot be parsed', () => {
    expect(isInside('semver', aWindow({ introduced: 'latest' }), '1.0.0')).toBe(false);
    expect(isInside('semver', aWindow({ fixed: 'next' }), '1.0.0')).toBe(false);
  });
});

describe('findWindow', () => {
  const semver = schemeFor('semver');
  const version = semver.parse('2.5.0');
  if (version === undefined) throw new Error('It can be read.');

  it('finds the matching window among thousands', () => {
    const windows = Array.from({ length: 3_000 }, (_, major) =>
      aWindow({ introduced: `${major}.0.0`, fixed: `${major}.6.0` }),
    );

    expect(findWindow(semver, windows, version)).toBe(windows[2]);
  });

  it.each([
    ['unsorted', [aWindow({ introduced: '3.0.0', fixed: '4.0.0' }), aWindow({ introduced: '2.0.0', fixed: '3.0.0' })]],
    ['overlapping', [aWindow({ fixed: '9.0.0' }), aWindow({ introduced: '2.0.0', fixed: '2.1.0' })]],
    ['partly unreadable', [aWindow({ introduced: 'latest' }), aWindow({ introduced: '2.0.0' })]],
  ])('finds a window in lists that are %s', (_, windows) => {
    expect(findWindow(semver, windows, version)).toBeDefined();
  });

  it('does not mix up the cached bounds of two schemes', () => {
    const windows = [aWindow({ fixed: '1.0.0-1' })];
    const [old, debian] = [semver.parse('1.0.0'), schemeFor('debian')];
    const release = debian.parse('1.0.0');
    if (old === undefined || release === undefined) throw new Error('Both can be read.');

    expect(findWindow(semver, windows, old)).toBeUndefined();
    expect(findWindow(debian, windows, release)).toBe(windows[0]);
  });

  it('finds the window that ends with the public version of a local build', () => {
    const pep440 = schemeFor('pep440');
    const windows = [aWindow({ lastAffected: '1.0' }), aWindow({ introduced: '1.0+aaa', fixed: '1.0+bbb' })];
    const build = pep440.parse('1.0+cpu');
    if (build === undefined) throw new Error('It can be read.');

    expect(findWindow(pep440, windows, build)).toBe(windows[0]);
  });

  it.each(SCHEME_IDS)('returns the same result in %s as a linear search', (id) => {
    const scheme = schemeFor(id);
    const events = fc.oneof(
      versionTexts(id).map((text): RangeEvent => ({ introduced: text })),
      versionTexts(id).map((text): RangeEvent => ({ fixed: text })),
      versionTexts(id).map((text): RangeEvent => ({ last_affected: text })),
      fc.constantFrom<RangeEvent>({ introduced: '0' }, { fixed: '0' }, { limit: '*' }, { limit: '2' }),
    );
    fc.assert(
      fc.property(fc.array(events, { maxLength: 8 }), versionTexts(id), (range, text) => {
        const { windows } = toWindows(scheme, range);
        const parsed = scheme.parse(text);
        fc.pre(parsed !== undefined);

        const found = findWindow(scheme, windows, parsed);

        const containing = windows.filter((window) => contains(scheme, window, parsed));
        if (containing.length === 0) expect(found).toBeUndefined();
        else expect(containing).toContain(found);
        // 1.0+cpu is inside a window that ends with 1.0 and inside one that starts with 1.0+cpu.
        const hasLocalPart = scheme.withoutLocalPart?.(parsed) !== undefined;
        expect(containing.length).toBeLessThanOrEqual(hasLocalPart ? 2 : 1);
      }),
      { numRuns: 500 },
    );
  });
});
