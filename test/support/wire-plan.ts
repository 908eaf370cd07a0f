/** A small plan as the API returns it, with defaults that a test can change. */
import type { WireAction, WireRemediation } from '../../src/api/contract/findings/remediation.ts';
import { aCoverage, anId } from './wire-answers.ts';

type BySeverity = WireAction['fixesBySeverity'];

export function noSeverities(): BySeverity {
  return { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
}

export function counts(total: number): WireRemediation['prediction']['before'] {
  return { total, risk: total * 10, bySeverity: { ...noSeverities(), high: total }, byStatus: { relevant: total } };
}

export function anAction(number: number, changes: Partial<WireAction> = {}): WireAction {
  return {
    id: `action-${number}`,
    kind: 'upgrade',
    from: ['1.0.0'],
    to: '1.0.1',
    package: { key: `npm/package-${number}`, name: `package-${number}`, ecosystem: 'npm', line: '1' },
    verifiedExists: 'unknown',
    archive: null,
    distance: 'patch',
    breaking: 'none',
    claim: 'known',
    confidence: 'high',
    direct: true,
    introducedBy: [],
    images: [],
    introduces: [],
    remaining: [],
    fixes: [aPlannedFinding(number)],
    fixesCount: 1,
    fixesBySeverity: { ...noSeverities(), high: 1 },
    mayFixCount: 0,
    gain: 10,
    effort: 1,
    dueAt: null,
    urgent: false,
    urgentReason: null,
    text: `Upgrade package-${number} to 1.0.1.`,
    commands: [
      { manager: 'npm', form: 'shell', text: `npm install 'package-${number}@1.0.1'`, file: null, note: null },
      { manager: 'pnpm', form: 'shell', text: `pnpm add 'package-${number}@1.0.1'`, file: null, note: null },
    ],
    commandReason: null,
    sentence: null,
    alternatives: [],
    evidence: [],
    withoutClean: null,
    after: { findings: 0, risk: 0, bySeverity: noSeverities() },
    ...changes,
  };
}

function aPlannedFinding(number: number): WireAction['fixes'][number] {
  return {
    id: anId(1_000 + number),
    vulnerability: `CVE-2026-${String(1000 + number)}`,
    class: 'vulnerability',
    severity: 'high',
    package: `package-${number}`,
    version: '1.0.0',
    risk: 10,
  };
}

export interface PlanParts {
  readonly actions?: readonly WireAction[];
  /** Reasons for the remaining findings. */
  readonly remaining?: readonly string[];
  readonly previousPlan?: WireRemediation['previousPlan'];
}

/** The totals after each step result from the steps before it, if each step fixes one finding. */
export function aPlan({ actions = [], remaining = [], previousPlan = null }: PlanParts = {}): WireRemediation {
  const total = actions.length + remaining.length;
  return {
    version: { id: anId(2), name: '2.4.1' },
    basis: {
      analysisId: anId(3),
      snapshot: 7,
      riskModel: '1',
      effortModel: '1',
      at: '2026-11-14T20:00:00.000Z',
      strategy: 'lowest',
      maxDistance: null,
      image: null,
    },
    actions: actions.map((action, step) => {
      const { total: findings, risk, bySeverity } = counts(total - step - 1);
      return { ...action, after: { findings, risk, bySeverity } };
    }),
    actionCount: actions.length,
    covered: [],
    residual: remaining.map((reason, index) => ({
      finding: aPlannedFinding(100 + index),
      reason,
      text: 'No fix for it is known.',
    })),
    residualCount: remaining.length,
    filtered: { wouldAlsoFix: 0 },
    prediction: {
      before: counts(total),
      after: counts(remaining.length),
      introduced: [],
      maxDueAfter: null,
      notes: ['Dependencies were not resolved: an upgrade may also change other packages.'],
    },
    coverage: aCoverage(412, 412),
    previousPlan,
  };
}
