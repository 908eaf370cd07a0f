/** API responses about one version, as small values with defaults that a test can change. */
import type { WireAnalysis } from '../../src/api/contract/services/analysis.ts';
import type { WireCoverage, WireFinding, WireFindingSummary } from '../../src/api/contract/findings/finding.ts';
import type { WireReason, WireActiveDecision } from '../../src/api/contract/findings/relevance.ts';
import type { WireMe } from '../../src/api/contract/organization/person.ts';
import type { WireVersionDetails } from '../../src/api/contract/services/service.ts';

type Changes<Wire> = {
  readonly [Key in keyof Wire]?: Wire[Key] extends object | null ? Partial<Wire[Key]> : Wire[Key];
};

export function anId(number: number): string {
  return `01970000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

export function aVersion(changes: Partial<WireVersionDetails> = {}): WireVersionDetails {
  return {
    id: anId(2),
    name: '2.4.1',
    tags: [],
    serviceId: anId(1),
    createdAt: '2026-11-14T20:00:00.000Z',
    aliases: [],
    git: { branch: null, commitSha: null, origin: null },
    frozenAt: null,
    watched: true,
    data: { snapshot: 1, asOf: '2026-11-14T19:00:00.000Z' },
    ...changes,
  };
}

export function aMe(changes: Partial<WireMe> = {}): WireMe {
  const organization = { id: anId(10), name: 'Example' };
  return {
    person: { id: anId(11), email: 'ada@example.org', name: 'Ada' },
    token: null,
    organization,
    organizations: [{ ...organization, role: 'owner' }],
    role: 'owner',
    scopes: ['sbom:upload', 'read', 'suggest', 'triage', 'profile:write', 'settings:write', 'token:write'],
    lastVisitAt: null,
    preferences: { singleKeys: true, groupFindingsBy: 'vulnerability', setupChecklist: true },
    savedFilters: [],
    ...changes,
  };
}

export function aFinding(number: number, changes: Changes<WireFinding> = {}): WireFinding {
  const { vulnerability, component, match, fix, relevance, decision, priority, firstSeen, ...rest } = changes;
  const id = `CVE-2026-${String(1000 + number)}`;
  return {
    id: anId(1_000 + number),
    fingerprint: `fingerprint-${number}`,
    class: 'vulnerability',
    state: 'open',
    vulnerability: {
      id,
      aliases: [],
      title: 'Unbounded recursion while parsing nested input',
      severity: 'high',
      cvss: [],
      epss: null,
      kev: null,
      ssvc: null,
      cwes: [],
      publishedAt: '2026-10-01T00:00:00.000Z',
      modifiedAt: null,
      withdrawnAt: null,
      references: [`https://nvd.example.org/vuln/detail/${id}`],
      ...vulnerability,
    },
    component: {
      id: anId(5_000 + number),
      purl: null,
      name: `package-${number}`,
      version: '1.2.3',
      scope: 'required',
      direct: null,
      occurrences: [],
      ...component,
    },
    match: {
      source: 'osv',
      recordId: id,
      via: 'direct',
      scheme: 'semver',
      range: 'before 1.2.4',
      confidence: 'high',
      assumptions: [],
      disputed: false,
      records: [],
      ...match,
    },
    fix: { state: 'fixed', nearest: '1.2.4', versions: ['1.2.4'], channel: null, ...fix },
    relevance: {
      status: 'relevant',
      basis: 'default',
      label: null,
      reasons: [],
      suggestion: null,
      conflict: false,
      escalated: false,
      ...relevance,
    },
    priority: { risk: 40, band: 'P2', deadline: null, contextual: null, reasons: [], ...priority },
    decision: decision === undefined || decision === null ? null : { ...aStandingDecision(), ...decision },
    firstSeen: { at: '2026-11-14T20:00:00.000Z', versionId: anId(2), ...firstSeen },
    lastSeen: '2026-11-14T20:00:00.000Z',
    resolvedAt: null,
    ...rest,
  };
}

/** The reason of a rule that dismisses a finding. */
export function aReason(changes: Partial<WireReason> = {}): WireReason {
  return {
    code: 'dev-dependency',
    kind: 'rule',
    actor: 'R09 v1',
    effect: 'dismiss',
    text: 'It is needed for development only.',
    state: 'not_affected',
    justification: 'code_not_reachable',
    response: [],
    label: null,
    trace: null,
    evidence: [],
    guards: [],
    at: null,
    expiresAt: null,
    sourceId: null,
    trust: null,
    applies: true,
    changedSince: [],
    ...changes,
  };
}

/** A decision that accepts the risk. */
export function aStandingDecision(changes: Partial<WireActiveDecision> = {}): WireActiveDecision {
  return {
    id: anId(9_000),
    kind: 'human',
    action: 'accept_risk',
    state: 'exploitable',
    justification: null,
    response: ['will_not_fix'],
    detail: 'The importer is switched off in March.',
    scope: 'service',
    expiresAt: '2027-03-31T00:00:00.000Z',
    by: 'Ada',
    at: '2026-11-14T20:00:00.000Z',
    applies: true,
    needsReconfirmation: false,
    changedSince: [],
    ...changes,
  };
}

/** `fixOnly`: the number of components that were checked for fixed issues only, by Red Hat release. */
export function aCoverage(
  checked: number,
  components: number,
  fixOnly: Readonly<Record<string, number>> = {},
): WireCoverage {
  const notChecked = checked === components ? [] : [{ reason: 'no-version', count: components - checked }];
  const byRelease = Object.entries(fixOnly).map(([release, count]) => ({ family: 'Red Hat', release, count }));
  const fixedIssuesOnly = byRelease.reduce((sum, { count }) => sum + count, 0);
  return { components, checked, notChecked, fixedIssuesOnly, fixedIssuesOnlyByRelease: byRelease };
}

/** No findings, with every component checked. */
export function aSummary(changes: Partial<WireFindingSummary> = {}): WireFindingSummary {
  return {
    total: 0,
    hidden: 0,
    lowerPriority: 0,
    bySeverity: { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 },
    byBand: { P0: 0, P1: 0, P2: 0, P3: 0, P4: 0 },
    hiddenByReason: [],
    coverage: aCoverage(400, 400),
    notUploaded: [],
    analysis: null,
    data: { snapshot: 1, state: 'ready', newestRecordAt: null },
    ...changes,
  };
}

const STAGES = ['parse', 'identify', 'match', 'relevance', 'remediation', 'history', 'ai'] as const;

/** Stages before `check` are done, and stages after it are waiting; without it all are done, the last ones skipped. */
export function anAnalysis(changes: Partial<WireAnalysis> = {}, at?: (typeof STAGES)[number]): WireAnalysis {
  const status = changes.status ?? 'completed';
  const reached = at === undefined ? STAGES.length : STAGES.indexOf(at);
  return {
    id: anId(3),
    versionId: anId(2),
    trigger: 'upload',
    status,
    stages: STAGES.map((name, index) => ({ name, ...stageAt(index, reached, status) })),
    engineVersion: '0.1.0',
    failure: null,
    coverage: null,
    snapshot: null,
    sources: [],
    delta: null,
    profiles: [],
    notUploaded: [],
    supersededBy: null,
    createdAt: '2026-11-14T20:00:00.000Z',
    startedAt: status === 'queued' ? null : '2026-11-14T20:00:00.120Z',
    finishedAt: status === 'queued' || status === 'running' ? null : '2026-11-14T20:00:00.940Z',
    ...changes,
  };
}

function stageAt(
  index: number,
  reached: number,
  status: WireAnalysis['status'],
): Omit<WireAnalysis['stages'][number], 'name'> {
  const startedAt = '2026-11-14T20:00:00.120Z';
  if (status === 'queued' || index > reached)
    return { status: 'pending', startedAt: null, finishedAt: null, counts: {}, reason: null, retryAt: null };
  if (index === reached)
    return {
      status: status === 'failed' ? 'failed' : 'running',
      startedAt,
      finishedAt: null,
      counts: {},
      reason: null,
      retryAt: null,
    };
  if (index >= 4)
    return {
      status: 'skipped',
      startedAt: null,
      finishedAt: null,
      counts: {},
      reason: 'not available yet',
      retryAt: null,
    };
  return { status: 'done', startedAt, finishedAt: '2026-11-14T20:00:00.320Z', counts: {}, reason: null, retryAt: null };
}
