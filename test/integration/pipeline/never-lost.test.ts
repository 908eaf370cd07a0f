/**
 * For any order of changes by rules, users, VEX documents, profiles and advisories: the unfiltered list contains every finding of
 * the matcher, and findings that are known to be exploited, critical, likely to be exploited or malicious are hidden only by a
 * user decision, a trusted statement or a fact.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/calendar.ts';
import type { TriageRequest } from '../../../src/core/relevance/decisions/decision-request.ts';
import type { ProfileFields } from '../../../src/core/profile/security-profile.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { createJudgedService, type JudgedFinding, type JudgedService } from '../../support/judged-service.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

const VECTORS = {
  low: 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N',
  high: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  critical: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
} as const;
const KEV = { dateAdded: '2026-01-02', dueDate: null, ransomware: false, name: null, action: null };
/** `plain` is required, `tool` is a development dependency, `left` is excluded. */
const PACKAGES = ['plain', 'tool', 'left'] as const;
const MARKERS = {
  plain: {},
  tool: { properties: [{ name: 'cdx:npm:package:development', value: 'true' }] },
  left: { scope: 'excluded' },
} as const;

const which = fc.constantFrom(...PACKAGES);
const anyStep = fc.oneof(
  fc.record({
    kind: fc.constant('decide' as const),
    package: which,
    action: fc.constantFrom('confirm', 'in_triage', 'false_positive', 'accept_risk', 'patched', 'accept_suggestion'),
    scope: fc.constantFrom('version', 'service', 'organization'),
  }),
  fc.record({ kind: fc.constant('takeBack' as const), n: fc.nat(5) }),
  fc.record({
    kind: fc.constant('say' as const),
    package: which,
    state: fc.constantFrom('not_affected', 'resolved', 'exploitable', 'in_triage', 'false_positive'),
    author: fc.constantFrom('Own', 'Supplier', 'Stranger'),
  }),
  fc.record({ kind: fc.constant('unsay' as const) }),
  fc.record({
    kind: fc.constant('profile' as const),
    reach: fc.constantFrom('internet', 'internal', 'none', undefined),
    isConfirmed: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('advisory' as const),
    package: which,
    rating: fc.constantFrom('low', 'high', 'critical'),
    isAffected: fc.constantFrom(true, true, true, false),
  }),
  fc.record({ kind: fc.constant('exploit' as const), package: fc.option(which) }),
  fc.record({ kind: fc.constant('upload' as const), version: fc.constantFrom('1', '2'), major: fc.constantFrom(1, 2) }),
  fc.record({ kind: fc.constant('pass' as const), days: fc.constantFrom(1, 31) }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
const records = new Map<string, ExportRecord>();
let minutes = 0;
let round = 0;

beforeAll(async () => {
  for (let n = 0; n < 80; n += 1) edit(`GSD-2024-${1_000 + n}`, `filler-${n}`, 'low', true);
  bucket = await startOsvBucket({ directories: { npm: [...records.values()] } });
  updates = await startAdvisoryUpdates(bucket.url, ['npm']);
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});

function edit(id: string, name: string, rating: keyof typeof VECTORS, isAffected: boolean): void {
  minutes += 1;
  const modified = new Date(Date.parse('2026-01-01T00:00:00Z') + minutes * 60_000).toISOString();
  const fixed = isAffected ? '9.0.0' : '0.1.0';
  const affected = [anAffected({ name, events: [{ introduced: '0' }, { fixed }] })];
  const severity = [{ type: 'CVSS_V3', score: VECTORS[rating] }];
  records.set(id, anOsvRecord({ id, modified, severity, affected }));
}

async function refresh(): Promise<void> {
  bucket.set('npm', [...records.values()]);
  await updates.refresh({});
}

interface World {
  readonly service: JudgedService;
  readonly versionIds: Map<string, string>;
  readonly decisions: string[];
  readonly nameOf: (name: string) => string;
  readonly cveOf: (name: string) => string;
}

async function aWorld(): Promise<World> {
  round += 1;
  const own = round;
  const nameOf = (name: string): string => `${name}-${own}`;
  const cveOf = (name: string): string => `CVE-2026-${own * 10 + PACKAGES.findIndex((each) => each === name) + 1_000}`;
  for (const name of PACKAGES) edit(cveOf(name), nameOf(name), 'high', true);
  await refresh();
  const service = await createJudgedService(updates, await updates.pipeline.newOrganization());
  const world: World = { service, versionIds: new Map(), decisions: [], nameOf, cveOf };
  await upload(world, '1', 1);
  await service.trust({ Own: 'organization', Supplier: 'supplier' });
  return world;
}

async function upload({ service, versionIds, nameOf }: World, version: string, major: number): Promise<void> {
  const components = PACKAGES.map((each) => ({
    type: 'library',
    name: nameOf(each),
    version: `${major}.0.0`,
    purl: `pkg:npm/${nameOf(each)}@${major}.0.0`,
    'bom-ref': each,
    ...MARKERS[each],
  }));
  versionIds.set(version, await service.upload(version, components));
}

async function run(world: World, step: Step): Promise<void> {
  const { service, versionIds, decisions, nameOf, cveOf } = world;
  switch (step.kind) {
    case 'decide': {
      const [versionId = ''] = versionIds.values();
      const finding = (await service.list(versionId)).find(({ name }) => name === nameOf(step.package));
      if (finding === undefined || (step.action === 'accept_suggestion' && !finding.suggested)) return;
      decisions.push(await service.decide(finding, toWish(step.action, step.scope)));
      return;
    }
    case 'takeBack': {
      const id = decisions[step.n];
      if (id !== undefined) await service.takeBack(id);
      return;
    }
    case 'say': {
      const target = { product: null, component: `pkg:npm/${nameOf(step.package)}`, bomLink: null, versions: [] };
      await service.say({ ids: [cveOf(step.package)], state: step.state, author: step.author, target });
      return;
    }
    case 'unsay':
      await service.organization.query('update vex_document set deleted_at = now() where deleted_at is null');
      break;
    case 'profile':
      await service.profile(step.reach === undefined ? undefined : toFields(step.reach, step.isConfirmed));
      return;
    case 'advisory':
      edit(cveOf(step.package), nameOf(step.package), step.rating, step.isAffected);
      await refresh();
      break;
    case 'exploit':
      await service.portfolio.enrich('kev', step.package === null ? [] : [{ cve: cveOf(step.package), kev: KEV }]);
      break;
    case 'upload':
      await upload(world, step.version, step.major);
      return;
    case 'pass':
      updates.pass(step.days * DAY_MS);
      break;
  }
  await service.follow();
  for (const versionId of versionIds.values()) await service.publish(versionId);
}

function toWish(action: TriageRequest['action'], scope: TriageRequest['scope']): TriageRequest {
  const expiresAt = new Date(updates.now() + 7 * DAY_MS).toISOString();
  if (action === 'accept_risk') return { action, scope, detail: 'Cheap.', expiresAt };
  if (action === 'patched') return { action, detail: 'Ours.' };
  return { action, scope, ...(action === 'false_positive' && { detail: 'No.' }) };
}

function toFields(value: string, isConfirmed: boolean): ProfileFields {
  return { 'exposure.reach': { value, source: 'user', ...(isConfirmed && { confirmedBy: 'Ada' }) } };
}

/** Returns the matches of the components of a version, independent of any assessment. */
async function listMatched({ service }: World, versionId: string): Promise<string[]> {
  const rows = await service.organization.query<{ line: string }>(
    `select distinct concat_ws(' ', c.name, c.version, m.group_id) as line
     from sbom b join component_set s on s.org_id = b.org_id and s.sha256 = b.set_sha256
     join component c on c.org_id = s.org_id and c.id = s.component_id
     join component_match m on m.org_id = c.org_id and m.component_id = c.id and m.state = 'affected'
     where b.version_id = $1 and b.superseded_by is null and b.deleted_at is null`,
    [versionId],
  );
  return rows.map(({ line }) => line).toSorted();
}

function toLine({ name, detail }: JudgedFinding): string {
  return `${name} ${detail.component.version} ${detail.vulnerability.id}`;
}

function isGuarded({ kev, detail }: JudgedFinding): boolean {
  return kev || detail.vulnerability.severity === 'critical';
}

describe('a finding', () => {
  it('is never lost, and a guarded one is never hidden by a guess', async () => {
    let hidden = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 9, size: 'max' }), async (steps) => {
        const world = await aWorld();
        for (const step of steps) {
          await run(world, step);
          for (const versionId of world.versionIds.values()) {
            const findings = await world.service.list(versionId);
            expect(findings.map(toLine).toSorted()).toEqual(await listMatched(world, versionId));
            for (const finding of findings) {
              if (finding.relevance !== 'not_relevant') continue;
              hidden += 1;
              const [deciding] = finding.detail.reasons;
              expect(deciding?.applies).not.toBe(false);
              expect(['human', 'vex', 'rule']).toContain(deciding?.kind);
              if (deciding?.kind === 'vex') expect(deciding.trust).not.toBe('none');
              if (isGuarded(finding)) expect([deciding?.kind, deciding?.class]).not.toEqual(['rule', 'heuristic']);
            }
          }
        }
      }),
      { numRuns: 6 },
    );
    // The test would prove nothing if no finding was ever hidden.
    expect(hidden).toBeGreaterThan(20);
  }, 300_000);
});
