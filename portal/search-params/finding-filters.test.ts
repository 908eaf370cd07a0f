import { describe, expect, it } from 'vitest';
import { FILTER_GROUPS, listChips } from './finding-filters.ts';

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
    expect(listChips(filters).map((chip) => chip.label)).toEqual([label]);
  });

  it('returns no chips without filters', () => {
    expect(listChips({})).toEqual([]);
  });
});

describe('FILTER_GROUPS', () => {
  it('lists the groups of the menu in their order', () => {
    expect(FILTER_GROUPS.map(({ title }) => title)).toEqual([
      ...['Severity', 'Relevance', 'Known exploited', 'Fix', 'Dependency', 'EPSS', 'Class', 'State'],
    ]);
  });

  it('offers a label for every value', () => {
    for (const { values, labels } of FILTER_GROUPS)
      expect(Object.keys(labels)).toEqual(expect.arrayContaining([...values]));
  });
});
