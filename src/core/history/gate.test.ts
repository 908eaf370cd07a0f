import { describe, expect, it } from 'vitest';
import { decideGate, type GateConditions, type GateFacts, type GateGroup } from './gate.ts';

const FINDING: GateGroup = {
  count: 1,
  class: 'vulnerability',
  severity: 'high',
  hasFix: true,
  kev: false,
  confidence: 'high',
  isNew: true,
  isAccepted: false,
};

const NONE_FIXED_ONLY = { fixedIssuesOnly: 0, fixedIssuesOnlyByRelease: [] };

const FACTS: GateFacts = {
  analysis: 'ended',
  baseAnalysis: undefined,
  coverage: { components: 10, checked: 8, notChecked: [{ reason: 'no-version', count: 2 }], ...NONE_FIXED_ONLY },
  data: 'ready',
  findings: [],
};

const CONDITIONS: GateConditions = {
  severity: 'high',
  fixableOnly: false,
  kev: false,
  minCoverage: 0,
  minConfidence: 'low',
};

function judge(facts: Partial<GateFacts>, conditions: Partial<GateConditions> = {}): [string, ...string[]] {
  const { result, reasons } = decideGate({ ...FACTS, ...facts }, { ...CONDITIONS, ...conditions });
  return [result, ...reasons.map(({ code }) => code)];
}

describe('decideGate: a finding', () => {
  it.each<[string, Partial<GateGroup>, Partial<GateConditions>, 'pass' | 'fail']>([
    ['with the given severity fails', { severity: 'high' }, {}, 'fail'],
    ['with a higher severity fails', { severity: 'critical' }, {}, 'fail'],
    ['with a lower severity passes', { severity: 'medium' }, {}, 'pass'],
    ['without a rating passes as medium', { severity: 'unknown' }, { severity: 'high' }, 'pass'],
    ['without a rating fails as medium', { severity: 'unknown' }, { severity: 'medium' }, 'fail'],
    ['with severity none passes', { severity: 'none' }, { severity: 'low' }, 'pass'],
    ['that is malicious fails', { class: 'malicious', severity: 'unknown' }, { severity: 'critical' }, 'fail'],
    [
      'that is malicious fails whatever the conditions are',
      { class: 'malicious', hasFix: false, isNew: false, confidence: 'low' },
      { fixableOnly: true, minConfidence: 'high' },
      'fail',
    ],
    ['that is an unrated notice passes', { class: 'informational', severity: 'unknown' }, { severity: 'low' }, 'pass'],
    ['that is a rated notice counts', { class: 'informational', severity: 'low' }, { severity: 'low' }, 'fail'],
    ['without a fix passes if only fixable findings count', { hasFix: false }, { fixableOnly: true }, 'pass'],
    ['with a fix fails if only fixable findings count', { hasFix: true }, { fixableOnly: true }, 'fail'],
    ['whose risk was accepted passes', { isAccepted: true, severity: 'critical' }, {}, 'pass'],
    ['whose risk was accepted passes, also when exploited', { isAccepted: true, kev: true }, { kev: true }, 'pass'],
    ['that is old passes', { isNew: false }, {}, 'pass'],
    ['that is less certain passes', { confidence: 'medium' }, { minConfidence: 'high' }, 'pass'],
    ['that is certain enough fails', { confidence: 'medium' }, { minConfidence: 'medium' }, 'fail'],
    ['that is exploited counts with its severity', { kev: true, severity: 'low' }, {}, 'pass'],
    [
      'that is exploited fails whatever the other conditions are',
      { kev: true, severity: 'low', hasFix: false, isNew: false, confidence: 'low' },
      { kev: true, fixableOnly: true, minConfidence: 'high' },
      'fail',
    ],
    [
      'must meet all conditions',
      { severity: 'critical', hasFix: true, isNew: true, confidence: 'low' },
      { fixableOnly: true, minConfidence: 'medium' },
      'pass',
    ],
  ])('%s', (_, finding, conditions, result) => {
    expect(judge({ findings: [{ ...FINDING, ...finding }] }, conditions)[0]).toBe(result);
  });
});

describe('decideGate', () => {
  it.each<[string, Partial<GateFacts>, Partial<GateConditions>, [string, ...string[]]]>([
    ['passes without matching findings', {}, {}, ['pass']],
    ['fails with a matching finding', { findings: [FINDING] }, {}, ['fail', 'findings-match']],
    ['is pending while the analysis is queued', { analysis: 'queued' }, {}, ['pending', 'analysis-unfinished']],
    [
      'is pending while the analysis runs, whatever was found before',
      { analysis: 'running', findings: [FINDING] },
      {},
      ['pending', 'analysis-unfinished'],
    ],
    ['is pending before the first analysis', { analysis: 'none' }, {}, ['pending', 'analysis-unfinished']],
    ['is pending while the base version is analyzed', { baseAnalysis: 'queued' }, {}, ['pending', 'base-unfinished']],
    [
      'is unknown if the analysis failed',
      { analysis: 'failed', findings: [FINDING] },
      {},
      ['unknown', 'analysis-failed'],
    ],
    [
      'is unknown if the analysis of the base version failed',
      { baseAnalysis: 'failed' },
      {},
      ['unknown', 'base-failed'],
    ],
    ['passes with enough coverage', {}, { minCoverage: 80 }, ['pass']],
    ['is unknown with too little coverage', {}, { minCoverage: 81 }, ['unknown', 'coverage-low']],
    [
      'is unknown if no component was checked',
      { coverage: { components: 3, checked: 0, notChecked: [], ...NONE_FIXED_ONLY } },
      {},
      ['unknown', 'nothing-checked'],
    ],
    ['is unknown without coverage', { coverage: null }, {}, ['unknown', 'nothing-checked']],
    ['is unknown without advisories', { data: 'none' }, {}, ['unknown', 'no-advisories']],
    ['is unknown with the starter set only', { data: 'starter' }, {}, ['unknown', 'starter-set-only']],
    [
      'fails with a matching finding and also reports data problems',
      { data: 'starter', findings: [FINDING] },
      { minCoverage: 100 },
      ['fail', 'findings-match', 'coverage-low', 'starter-set-only'],
    ],
    ['passes with a notice about stale data', { data: 'stale' }, {}, ['pass', 'advisories-stale']],
    ['passes with a notice while data is loading', { data: 'syncing' }, {}, ['pass', 'advisories-loading']],
  ])('%s', (_, facts, conditions, answer) => {
    expect(judge(facts, conditions)).toEqual(answer);
  });

  it('counts all findings of a failing group', () => {
    const findings = [
      { ...FINDING, count: 2 },
      { ...FINDING, severity: 'critical' as const, count: 3 },
      { ...FINDING, severity: 'low' as const, count: 4 },
    ];

    expect(decideGate({ ...FACTS, findings }, CONDITIONS).reasons).toEqual([
      { code: 'findings-match', text: '5 findings match the conditions.' },
    ]);
  });

  it('lists the failing findings in the given order', () => {
    const findings = [FINDING, { ...FINDING, severity: 'low' as const }, { ...FINDING, severity: 'critical' as const }];

    expect(decideGate({ ...FACTS, findings }, CONDITIONS).failing).toEqual([findings[0], findings[2]]);
  });
});

describe('decideGate with components that were checked for fixed issues only', () => {
  const coverage = {
    components: 10,
    checked: 8,
    notChecked: [{ reason: 'no-version', count: 2 }],
    fixedIssuesOnly: 5,
    fixedIssuesOnlyByRelease: [
      { family: 'Red Hat', release: '9', count: 4 },
      { family: 'Wolfi', release: '', count: 1 },
    ],
  };

  it('names their releases in the reasons of a pass', () => {
    expect(decideGate({ ...FACTS, coverage }, CONDITIONS)).toMatchObject({
      result: 'pass',
      reasons: [
        {
          code: 'fixed-issues-only',
          text: 'Checked for fixed issues only: 5 of 8 checked components (Red Hat 9, Wolfi). Vulnerabilities without a fix are not reported for them.',
        },
      ],
    });
  });

  it('counts them as checked for the minimum coverage', () => {
    expect(judge({ coverage }, { minCoverage: 80 })).toEqual(['pass', 'fixed-issues-only']);
    expect(judge({ coverage }, { minCoverage: 81 })).toEqual(['unknown', 'coverage-low']);
  });

  it('reports them after the notice about the advisory data', () => {
    expect(judge({ coverage, data: 'stale' })).toEqual(['pass', 'advisories-stale', 'fixed-issues-only']);
  });
});
