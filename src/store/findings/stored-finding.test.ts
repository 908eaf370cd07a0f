import { describe, expect, it } from 'vitest';
import type { MatchEvidence } from '../../core/match/match.ts';
import { toDetail, toDetailParts, toOpinions, type StoredComponent, type StoredFacts } from './stored-finding.ts';

const COMPONENT: StoredComponent = {
  ...{ purl: null, name: 'a', version: '1.0', scope: 'required', direct: null, occurrences: [] },
};
const FACTS: StoredFacts = {
  vulnerability: {
    ...{ id: 'CVE-2024-1', aliases: [], title: '', severity: 'high', cvss: [], cwes: [], references: [] },
    ...{ publishedAt: null, modifiedAt: null, withdrawnAt: null, kev: null, epss: null, ssvc: null },
  },
  match: { confidence: 'high', assumptions: [], evidence: [] },
  fix: { state: 'unknown', versions: [] },
  reasons: [],
  relevance: { basis: 'default', label: null, suggestion: null, conflict: false, isEscalated: false },
  decision: null,
  priority: {
    ...{ riskModel: '2', reasons: [], contextual: null },
    deadline: {
      ...{ days: 14, forensics: false, derived: [], dueAt: null },
      row: { inKev: false, exposed: false, automatable: false, technicalImpact: 'partial' },
    },
  },
};

describe('toDetail', () => {
  it('returns complete facts as they are stored', () => {
    const detail = toDetail(FACTS, COMPONENT);

    expect(detail).toEqual({ ...FACTS, component: COMPONENT });
    expect(detail.reasons).toBe(FACTS.reasons);
  });

  it('completes facts that were stored before opinions, enrichment and deadlines existed', () => {
    const { vulnerability, match, fix } = FACTS;
    const { kev: _kev, epss: _epss, ssvc: _ssvc, ...described } = vulnerability;
    const older = { vulnerability: described, match, fix, reasons: [{ code: 'informational', text: 'A notice.' }] };

    expect(toDetail(older as unknown as StoredFacts, COMPONENT)).toMatchObject({
      vulnerability: { id: 'CVE-2024-1', kev: null, epss: null, ssvc: null },
      reasons: [{ code: 'informational', kind: 'rule', actor: '', effect: 'annotate', evidence: [], sourceId: null }],
      relevance: { basis: 'default', suggestion: null, isEscalated: false },
      decision: null,
      priority: { reasons: [], contextual: null, deadline: null },
    });
  });

  it('keeps the members that an incomplete detail has', () => {
    const { decision: _decision, ...older } = { ...FACTS, relevance: { ...FACTS.relevance, conflict: true } };

    expect(toDetail(older as StoredFacts, COMPONENT)).toEqual({
      ...{ ...older, decision: null, component: COMPONENT },
    });
  });
});

describe('toOpinions', () => {
  it('returns no opinions for a row without reasons', () => {
    expect(toOpinions(null)).toEqual([]);
  });
});

describe('toDetailParts', () => {
  it('stores neither the component nor the tested version with the facts', () => {
    const evidence: Omit<MatchEvidence, 'testedVersion'> = {
      ...{ recordId: 'a', source: 'osv', matchedName: 'a', range: '< 2', reason: undefined },
      ...({ via: 'direct', scheme: 'semver', outcome: 'affected' } as const),
    };
    const match = { ...FACTS.match, evidence: [{ ...evidence, testedVersion: '1.0' }] };
    const { priority } = FACTS;
    if (priority.deadline === null) throw new Error('The facts have a deadline.');

    const { facts, place } = toDetailParts(
      { ...FACTS, priority: { ...priority, deadline: priority.deadline }, match, component: COMPONENT },
      undefined,
    );

    expect(facts).toEqual({ ...FACTS, match: { ...match, evidence: [evidence] }, began: null });
    expect(place).toBe(COMPONENT);
  });
});
