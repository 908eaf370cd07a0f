import { describe, expect, it } from 'vitest';
import { aCoverage, aFinding } from '../../../test/support/wire-answers.ts';
import { describeCoverage, describeNothingFound, describeReason, findDataNotice, describeFix } from './wording.ts';
import { toPlainText } from '../text/plain-text.ts';
import { countBySeverity, isAtOrAboveThreshold } from './report.ts';
import { toVersRange } from './cyclonedx-vdr.ts';
import { CANNOT_ASSESS_REASONS } from '../vocabulary/package.ts';

describe('describeReason', () => {
  it('has a text for every reason of the matcher', () => {
    expect(CANNOT_ASSESS_REASONS.filter((code) => describeReason(code) === code)).toEqual([]);
  });

  it('returns an unknown reason unchanged', () => {
    expect(describeReason('constructor')).toBe('constructor');
  });
});

describe('describeCoverage and describeNothingFound', () => {
  it.each([
    [aCoverage(1, 1), 'The one component was checked.', 'No known vulnerability among 1 checked component.'],
    [
      aCoverage(2, 3),
      '2 of 3 components were checked. Not checked: 1 (no version).',
      'No known vulnerability among 2 checked components.',
    ],
    [
      aCoverage(400, 412, { 9: 180, 8: 7 }),
      '400 of 412 components were checked. Checked for fixed issues only: 7 (Red Hat 8), 180 (Red Hat 9). Not checked: 12 (no version).',
      'No known vulnerability among 400 checked components, but advisories for 187 of them list only fixed issues: vulnerabilities without a fix are not reported.',
    ],
    [
      aCoverage(12, 12, { 9: 12 }),
      'All 12 components were checked. Checked for fixed issues only: 12 (Red Hat 9).',
      'No known vulnerability among 12 checked components, but advisories for these components list only fixed issues: vulnerabilities without a fix are not reported.',
    ],
    [
      aCoverage(0, 3),
      'None of 3 components was checked. Not checked: 3 (no version).',
      'No result: none of the components could be checked.',
    ],
    [
      { ...aCoverage(1, 1), notChecked: [{ reason: 'not-a-package', count: 11 }] },
      'The one component was checked. Not counted: 11 (not a separate package).',
      'No known vulnerability among 1 checked component.',
    ],
    [aCoverage(0, 0), 'The SBOM lists no components.', 'No components to check.'],
  ])('describes %j', (coverage, text, nothing) => {
    expect(describeCoverage(coverage)).toBe(text);
    expect(describeNothingFound(coverage)).toBe(nothing);
  });
});

describe('findDataNotice', () => {
  it.each(['none', 'starter', 'syncing', 'stale'] as const)('describes the problem and the solution: %s', (state) => {
    expect(findDataNotice({ state })).toMatch(/"assay advisories (sync|status)"/);
  });

  it('does not claim that missing advisories are being loaded, because the sources may be off', () => {
    expect(findDataNotice({ state: 'syncing' })).not.toContain('being loaded');
    expect(findDataNotice({ state: 'syncing' })).toContain('import a bundle if the sources are off');
  });

  it('returns nothing for complete and current data', () => {
    expect(findDataNotice({ state: 'ready' })).toBeUndefined();
  });
});

describe('describeFix', () => {
  it.each<[Parameters<typeof aFinding>[1], string]>([
    [{}, 'Upgrade package-1 to 1.2.4.'],
    [
      { fix: { versions: ['1.2.4', '2.0.1', '3.0.0', '4.0.0'] } },
      'Upgrade package-1 to 1.2.4, or to 2.0.1, or to 3.0.0.',
    ],
    [{ fix: { channel: 'Red Hat EUS 9.2' } }, 'Upgrade package-1 to 1.2.4 (requires Red Hat EUS 9.2).'],
    [{ fix: { state: 'fixed', versions: [] } }, 'package-1 is fixed, but the fixed version is unknown.'],
    [{ fix: { state: 'not_fixed', versions: [] } }, 'No fix for package-1 is known.'],
    [{ fix: { state: 'wont_fix', versions: [] } }, 'package-1 will not be fixed.'],
    [{ fix: { state: 'deferred', versions: [] } }, 'The distribution has postponed the fix for package-1.'],
    [
      { fix: { state: 'eol', versions: [] } },
      'The distribution release of package-1 has reached end of life. Move to a supported release.',
    ],
    [{ fix: { state: 'unknown', versions: [] } }, 'It is unknown whether package-1 is fixed.'],
    [
      { class: 'malicious' },
      'Remove package-1: it is malicious. Treat every secret that it could read as compromised.',
    ],
  ])('describes the fix of %j: %s', (changes, text) => {
    expect(describeFix(aFinding(1, changes))).toBe(text);
  });

  it.each([
    ['1.2.4', ['1.2.4'], 'Upgrade package-1 to 1.2.4.'],
    ['1.3.0', ['1.2.4'], 'Upgrade package-1 to 1.3.0. This vulnerability alone is fixed in 1.2.4.'],
    ['1.3.0', [], 'Upgrade package-1 to 1.3.0.'],
  ])('recommends the target of the whole package: %s, with fixes %j', (target, versions, text) => {
    expect(describeFix({ ...aFinding(1, { fix: { versions } }), target })).toBe(text);
  });
});

describe('toPlainText', () => {
  it.each([
    ['a\u0000b\u001b[31m\r\nc', 'a\ufffdb\ufffd[31m\ufffd\ufffdc'],
    ['\u202eevil\u2066\u200b\ufeff', '\ufffdevil\ufffd\ufffd\ufffd'],
    ['\ud800', '\ufffd'],
    ['[a](b)', '[a] (b)'],
    ['ünï 漢字', 'ünï 漢字'],
  ])('converts %j to %j', (text, plain) => {
    expect(toPlainText(text)).toBe(plain);
  });

  it('truncates without splitting a character', () => {
    expect(toPlainText('a'.repeat(400))).toBe(`${'a'.repeat(299)}…`);
    expect(toPlainText('ab\u{1f600}c', 4)).toBe('ab\ufffd…');
    expect(toPlainText('abcd', 4)).toBe('abcd');
  });
});

describe('toVersRange', () => {
  it.each([
    ['>= 1.2.0, < 1.2.6', 'pkg:npm/a@1', 'vers:npm/>=1.2.0|<1.2.6'],
    ['<= 3.1', 'pkg:PyPI/a@1', 'vers:pypi/<=3.1'],
    ['< 2:1.0~rc1+b1', 'pkg:deb/debian/a@1', 'vers:deb/<2%3A1.0~rc1%2Bb1'],
    ['all versions', null, 'vers:generic/*'],
    ['listed: 1.0', 'pkg:npm/a@1', undefined],
    ['< 1.0; >= 2.0, < 2.1', 'pkg:npm/a@1', undefined],
    ['', null, undefined],
  ])('converts %s of %s to %s', (range, purl, vers) => {
    expect(toVersRange(range, purl)).toBe(vers);
  });
});

describe('isAtOrAboveThreshold', () => {
  it.each<[Parameters<typeof aFinding>[1], 'critical' | 'high' | 'medium' | 'low', boolean]>([
    [{ vulnerability: { severity: 'high' } }, 'high', true],
    [{ vulnerability: { severity: 'high' } }, 'critical', false],
    [{ vulnerability: { severity: 'critical' } }, 'low', true],
    [{ vulnerability: { severity: 'unknown' } }, 'low', false],
    [{ class: 'malicious', vulnerability: { severity: 'unknown' } }, 'critical', true],
    [{ vulnerability: { severity: 'critical' }, relevance: { status: 'deprioritized' } }, 'critical', true],
    [{ vulnerability: { severity: 'critical' }, relevance: { status: 'not_relevant' } }, 'low', false],
  ])('evaluates %j with threshold %s: %s', (changes, threshold, expected) => {
    expect(isAtOrAboveThreshold(aFinding(1, changes), threshold)).toBe(expected);
  });
});

describe('countBySeverity', () => {
  it('includes severities with zero findings', () => {
    const findings = [aFinding(1), aFinding(2), aFinding(3, { vulnerability: { severity: 'low' } })];

    expect(countBySeverity(findings)).toEqual({ critical: 0, high: 2, medium: 0, low: 1, none: 0, unknown: 0 });
  });
});
