import { describe, expect, it } from 'vitest';
import { FILTER_NAMES } from '../../search-params/finding-view.ts';
import { listChips, toPercent } from './filter-text.ts';

describe('listChips', () => {
  it.each([
    [{ q: 'log4j' }, '“log4j”'],
    [{ severity: 'critical,high' }, 'Critical, High'],
    [{ relevance: 'not_relevant' }, 'Not relevant'],
    [{ kev: 'true' }, 'Known exploited'],
    [{ fixable: 'false' }, 'No fix'],
    [{ epssMin: '0.1' }, 'EPSS at least 10 %'],
    [{ package: 'lodash' }, 'Package: lodash'],
    [{ suggested: 'true' }, 'Needs review'],
    [{ reason: 'dev-dependency,vex' }, 'Reason: Development dependency, VEX statement'],
    [{ decided: 'exploitable,in_triage' }, 'Confirmed, In triage'],
    [{ label: 'accepted' }, 'Risk accepted'],
    [{ band: 'P0' }, 'Priority: P0'],
    [{ dueBefore: '2026-11-22T00:00:00Z' }, 'Due before 2026-11-22'],
  ])('describes %j as "%s"', (filters, label) => {
    expect(listChips(filters, FILTER_NAMES).map((chip) => chip.label)).toEqual([label]);
  });

  it('returns no chips without filters', () => {
    expect(listChips({}, FILTER_NAMES)).toEqual([]);
  });
});

describe('toPercent', () => {
  it.each([
    [0, '0 %'],
    [0.00042, '< 0.1 %'],
    [0.004, '0.4 %'],
    [0.05, '5 %'],
    [0.975, '98 %'],
  ])('formats %d as %s', (share, text) => {
    expect(toPercent(share)).toBe(text);
  });
});
