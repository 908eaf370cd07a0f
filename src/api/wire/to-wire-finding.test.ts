import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ScannedFinding } from '../../pipeline/analysis/scan-once.ts';
import type { ListedFinding } from '../../store/findings/lists/listed-finding.ts';
import { toOpinion } from '../../core/relevance/opinions/opinion.ts';
import { CONDITION_CHANGES } from '../../core/vocabulary/decision.ts';
import { GUARDS } from '../../core/vocabulary/relevance.ts';
import { WireFinding } from '../contract/findings/finding.ts';
import { WireScannedFinding } from '../contract/services/sbom.ts';
import { toWireFinding, toWireScannedFinding } from './to-wire-finding.ts';

const REASON = toOpinion({
  ...{ kind: 'human', code: 'decision', actor: 'Ada', effect: 'deprioritize', text: 'Not called.', label: null },
  evidence: [{ type: 'vex', path: 'a', value: 'b' }],
  ...{ response: ['will_not_fix'], guards: [GUARDS[0]], changedSince: [CONDITION_CHANGES[0]] },
  trace: { frames: [{ function: 'f', package: 'p', file: 'f.js', line: 1 }], omitted: 2 },
});

/** With a value for every member that can have one, and with members that the API does not have. */
const DETAIL = {
  vulnerability: {
    ...{ id: 'CVE-2026-1001', aliases: ['GHSA-1'], title: 'Title', severity: 'high', hidden: 1 },
    cvss: [{ version: '3.1', vector: 'CVSS:3.1/AV:N', score: 9.8, hidden: 1 }],
    ...{ cwes: ['CWE-79'], references: ['https://example.com'], publishedAt: '2026-10-01T00:00:00.000Z' },
    ...{ modifiedAt: null, withdrawnAt: null, epss: { score: 0.5, percentile: null, at: '2026-10-01' } },
    kev: { dateAdded: '2026-10-01', dueDate: null, ransomware: true, name: 'Name', action: null, hidden: 1 },
    ssvc: { exploitation: 'active', automatable: true, technicalImpact: null, at: null, hidden: 1 },
  },
  component: {
    ...{ purl: null, name: 'name', version: null, scope: 'required', direct: null, hidden: 1 },
    occurrences: [{ sbomId: 'sbom', image: null, bomRef: 'ref' }],
  },
  match: {
    ...{ confidence: 'high', assumptions: ['disputed'] },
    evidence: [
      {
        source: 'osv',
        recordId: 'GHSA-1',
        outcome: 'affected',
        range: '< 2',
        via: 'direct',
        scheme: 'semver',
        hidden: 1,
      },
    ],
  },
  fix: { state: 'fixed', versions: ['2.0.0', '3.0.0'] },
  reasons: [REASON],
  relevance: { basis: 'human', label: null, suggestion: REASON, conflict: false, isEscalated: true },
  decision: REASON,
  priority: {
    riskModel: 'v1',
    reasons: [{ factor: 'severity', code: 'cvss', value: 0.98, from: 'CVSS:3.1/AV:N', hidden: 1 }],
    contextual: { version: '3.1', vector: 'CVSS:3.1/AV:L', score: 7 },
    deadline: {
      ...{ days: 14, forensics: false, derived: ['exposed'], dueAt: '2026-12-01T00:00:00.000Z' },
      row: { inKev: true, exposed: true, automatable: true, technicalImpact: 'total', hidden: 1 },
    },
  },
};
const FINDING = {
  ...{
    id: 'id',
    findingId: 'f',
    fingerprint: 'print',
    componentId: 'c',
    class: 'vulnerability',
    relevance: 'relevant',
  },
  ...{
    risk: 59.8,
    band: 'P2',
    state: 'open',
    firstSeenAt: 'a',
    firstSeenVersionId: 'v',
    lastSeenAt: 'b',
    endedAt: null,
  },
  detail: DETAIL,
};
const listed = FINDING as unknown as ListedFinding;
const scanned = FINDING as unknown as ScannedFinding;

/** Returns the members that a value has beyond its schema, or lacks. Values of the test that show nothing are reported, too. */
function compareMembers(schema: z.core.$ZodType, value: unknown, path: string): string[] {
  if (schema instanceof z.ZodNullable) return value === null ? [] : compareMembers(schema.unwrap(), value, path);
  if (schema instanceof z.ZodArray) {
    const [first] = value as readonly unknown[];
    return first === undefined ? [`${path} is empty`] : compareMembers(schema.element, first, `${path}[0]`);
  }
  if (!(schema instanceof z.ZodObject)) return value === undefined ? [`${path} is missing`] : [];
  const known = Object.keys(schema.shape);
  const members = value as Readonly<Record<string, unknown>>;
  return [
    ...Object.keys(members).flatMap((name) => (known.includes(name) ? [] : [`${path}.${name} is unknown`])),
    ...known.flatMap((name) => compareMembers(schema.shape[name], members[name], `${path}.${name}`)),
  ];
}

describe('a finding in the API', () => {
  it('has the members of the contract at every depth, and no others', () => {
    expect(compareMembers(WireFinding, toWireFinding(listed), 'finding')).toEqual([]);
    expect(compareMembers(WireScannedFinding, toWireScannedFinding(scanned), 'finding')).toEqual([]);
  });

  it('has null for what is unknown', () => {
    const { component, fix, vulnerability, priority } = toWireFinding(listed);

    expect(component).toMatchObject({ purl: null, version: '', direct: null });
    expect(fix).toEqual({ state: 'fixed', nearest: '2.0.0', versions: ['2.0.0', '3.0.0'], channel: null });
    expect(vulnerability).toMatchObject({ withdrawnAt: null, epss: { score: 0.5, percentile: null } });
    expect(priority.contextual).toEqual({ vector: 'CVSS:3.1/AV:L', score: 7, base: 9.8 });
  });

  it('lists dates last', () => {
    expect(Object.keys(toWireFinding(listed).vulnerability).slice(-3)).toEqual([
      'publishedAt',
      'modifiedAt',
      'withdrawnAt',
    ]);
  });

  it('shares no object with the stored finding', () => {
    const wire = toWireFinding(listed);

    expect(wire.vulnerability.aliases).not.toBe(DETAIL.vulnerability.aliases);
    expect(wire.vulnerability.kev).not.toBe(DETAIL.vulnerability.kev);
    expect(wire.fix.versions).not.toBe(DETAIL.fix.versions);
    expect(wire.relevance.reasons[0]?.evidence).not.toBe(REASON.evidence);
  });

  it('of a scan has places without a stored document', () => {
    const { component, firstSeen } = toWireScannedFinding(scanned);

    expect(component.occurrences).toEqual([{ sbomId: null, image: null, bomRef: 'ref' }]);
    expect(firstSeen).toBeNull();
  });
});
