import { describe, expect, it } from 'vitest';
import { pack, toPackedText, unpackPlan } from './packed-plan.ts';
import type { PlannedFinding, VersionPlan } from './version-plan.ts';

function aFinding(n: number): PlannedFinding {
  return { id: `finding-${n}`, vulnerability: `CVE-2026-${n}`, packageName: 'left-\npad' } as PlannedFinding;
}

function aPlan(findings: number): VersionPlan {
  const list = Array.from({ length: findings }, (_, n) => aFinding(n));
  return {
    versionId: 'version',
    analysisId: 'analysis',
    snapshot: 3,
    at: '2026-01-01T00:00:00.000Z',
    serviceId: 'service',
    riskModel: 'r1',
    options: { strategy: 'lowest' },
    coverage: null,
    findings: list,
    plan: {
      effortModel: '1',
      covered: [],
      filtered: { wouldAlsoFix: 0 },
      before: { findings, risk: 1 },
      actions: [],
      residual: list.map(({ id }) => ({ finding: id, reason: 'unknown' })),
    },
    prediction: { notes: ['a'], steps: [], introduced: [], remaining: [], maxDueAfter: null } as never,
    vulnerabilities: [{ groupId: 'g', id: 'CVE-2026-1', severity: 'high' }],
  };
}

describe('packed plans', () => {
  it.each([0, 1, 500, 1_203])('are unchanged after unpacking, with %i findings', async (findings) => {
    const plan = aPlan(findings);
    const { versionId: _v, analysisId: _a, snapshot: _s, at: _t, ...packed } = plan;

    expect(await unpackPlan(await pack(await toPackedText(plan)))).toEqual(packed);
  });

  it('have no line that is slow to parse', async () => {
    const lines = (await toPackedText(aPlan(5_000))).split('\n');

    expect(lines.length).toBeGreaterThan(20);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(100_000);
  });
});
