/**
 * Decisions, VEX documents and security profiles apply to findings when a version is published, for as long as their conditions are
 * true; none of them ever removes a finding.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { lockAndRequestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { checkGate } from '../../../src/pipeline/queries/check-gate.ts';
import { compareVersions } from '../../../src/pipeline/queries/compare-versions.ts';
import { citeFields } from '../../../src/pipeline/decisions/decision-conditions.ts';
import { repairSweep } from '../../../src/pipeline/maintenance/repair-sweep.ts';
import { openDatabase } from '../../../src/store/database.ts';
import type { TriageRequest } from '../../../src/core/relevance/decisions/decision-request.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { createJudgedService, type JudgedFinding, type JudgedService } from '../../support/judged-service.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

const HIGH = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N';
const CRITICAL = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const KEV = { dateAdded: '2026-01-02', dueDate: null, ransomware: false, name: null, action: null };

/** Each test has its own packages and vulnerabilities. */
let round = 0;
let bucket: OsvBucket;
let updates: AdvisoryUpdates;
let service: JudgedService;
const records = new Map<string, ExportRecord>();

beforeAll(async () => {
  for (let n = 0; n < 80; n += 1) edit(`GSD-2024-${1_000 + n}`, `filler-${n}`);
  bucket = await startOsvBucket({ directories: { npm: [...records.values()] } });
  updates = await startAdvisoryUpdates(bucket.url, ['npm']);
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});

let minutes = 0;
function edit(id: string, name: string, changes: Record<string, unknown> = {}): void {
  minutes += 1;
  const modified = new Date(Date.parse('2026-01-01T00:00:00Z') + minutes * 60_000).toISOString();
  const severity = [{ type: 'CVSS_V3', score: HIGH }];
  // Affects every version below 9.
  const affected = [anAffected({ name, events: [{ introduced: '0' }, { fixed: '9.0.0' }] })];
  records.set(id, anOsvRecord({ id, modified, summary: 'It breaks', severity, affected, ...changes }));
}

async function refresh(): Promise<void> {
  bucket.set('npm', [...records.values()]);
  await updates.refresh({});
}

function cve(): string {
  return `CVE-2026-${1_000 + round}`;
}
function name(): string {
  return `lib-${round}`;
}
function aLibrary(version = '1.0.0', changes: object = {}): object {
  return {
    type: 'library',
    name: name(),
    version,
    purl: `pkg:npm/${name()}@${version}`,
    'bom-ref': name(),
    ...changes,
  };
}
const DEVELOPMENT = { properties: [{ name: 'cdx:npm:package:development', value: 'true' }] };

beforeEach(async () => {
  round += 1;
  edit(cve(), name());
  await refresh();
  service = await createJudgedService(updates, await updates.pipeline.newOrganization());
});

async function lib(versionId: string): Promise<JudgedFinding> {
  return await service.find(versionId, name());
}

const IN_A_WEEK = (): string => new Date(updates.now() + 7 * DAY_MS).toISOString();
const DISMISSAL: TriageRequest = {
  action: 'not_affected',
  justification: 'code_not_reachable',
  detail: 'Never called.',
};

describe('a decision', () => {
  it.each<[string, () => TriageRequest, object]>([
    ['confirm', () => ({ action: 'confirm' }), { relevance: 'relevant', decided: 'exploitable', label: null }],
    ['in triage', () => ({ action: 'in_triage' }), { relevance: 'relevant', decided: 'in_triage' }],
    ['not affected', () => DISMISSAL, { relevance: 'not_relevant', decided: 'not_affected' }],
    [
      'false positive',
      () => ({ action: 'false_positive', detail: 'No.' }),
      { relevance: 'not_relevant', decided: 'false_positive' },
    ],
    [
      'accept risk',
      () => ({ action: 'accept_risk', detail: 'Cheap.', expiresAt: IN_A_WEEK() }),
      { relevance: 'deprioritized', decided: 'exploitable', label: 'accepted' },
    ],
    [
      'patched',
      () => ({ action: 'patched', detail: 'Ours.' }),
      { relevance: 'not_relevant', decided: 'resolved_with_pedigree' },
    ],
  ])('%s takes effect, and ends when it is reverted', async (_, wish, expected) => {
    const versionId = await service.upload('1', [aLibrary()]);
    const before = await lib(versionId);

    const id = await service.decide(before, wish());
    const decided = await lib(versionId);
    await service.takeBack(id);

    expect(decided).toMatchObject({ ...expected, findingId: before.findingId });
    expect(decided.detail.decision).toMatchObject({ kind: 'human', actor: 'Ada', sourceId: id, action: wish().action });
    expect(await lib(versionId)).toMatchObject({
      relevance: 'relevant',
      decided: null,
      label: null,
      detail: before.detail,
    });
  });

  it('applies to its scope, and to later versions', async () => {
    const versionId = await service.upload('1', [aLibrary()]);
    await service.decide(await lib(versionId), DISMISSAL);

    const later = await service.upload('2', [aLibrary('1.1.0')]);

    expect([await lib(versionId), await lib(later)]).toMatchObject([
      { relevance: 'not_relevant' },
      { relevance: 'not_relevant', codes: ['decision'] },
    ]);
    await service.decide(await lib(later), { action: 'confirm', scope: 'version' });
    await service.publish(versionId);
    expect([await lib(versionId), await lib(later)]).toMatchObject([
      { relevance: 'not_relevant' },
      { relevance: 'relevant', codes: ['decision'] },
    ]);
  });

  it('that is limited to images hides only findings that are in no other image', async () => {
    const about = 'ghcr.io/acme/shop:1';
    const versionId = await service.upload('1', [aLibrary()], about);
    await service.decide(await lib(versionId), DISMISSAL, { imagePattern: 'ghcr.io/acme/jobs' });
    const other = await lib(versionId);

    await service.decide(await lib(versionId), DISMISSAL, { imagePattern: 'ghcr.io/acme/*' });

    expect([other.relevance, (await lib(versionId)).relevance]).toEqual(['relevant', 'not_relevant']);
  });

  it('is published once, with the cause decision', async () => {
    const versionId = await service.upload('1', [aLibrary()]);
    await service.told();

    const id = await service.decide(await lib(versionId), DISMISSAL);
    const first = await service.told();
    await service.publish(versionId);
    const again = await service.told();
    await service.takeBack(id);

    expect(first).toMatchObject([
      { type: 'relevance.changed', cause: 'decision', detail: { from: 'relevant', to: 'not_relevant', by: 'Ada' } },
    ]);
    expect(again).toEqual([]);
    expect(await service.told()).toMatchObject([
      { type: 'relevance.changed', cause: 'decision', detail: { from: 'not_relevant', to: 'relevant' } },
    ]);
  });
});

describe('the condition of a decision', () => {
  it('can change in its description: the decision still applies, and needs confirmation', async () => {
    const versionId = await service.upload('1', [aLibrary()]);
    await service.decide(await lib(versionId), DISMISSAL);

    edit(cve(), name(), { summary: 'It breaks in another way' });
    await refresh();
    await service.publish(versionId);

    const { relevance, detail } = await lib(versionId);
    expect([relevance, detail.decision?.changedSince]).toEqual(['not_relevant', ['advisory-changed']]);
  });

  it('can change to another major version: the decision applies for a month', async () => {
    const versionId = await service.upload('1', [aLibrary('1.0.0')]);
    await service.decide(await lib(versionId), DISMISSAL);
    await service.told();

    const second = await service.upload('2', [aLibrary('2.0.0')]);
    const within = await lib(second);
    updates.pass(31 * DAY_MS);
    await repairSweep(service.deps);
    await analyzeVersion(service.deps, { orgId: service.organization.caller.orgId, versionId: second });

    expect(within).toMatchObject({
      relevance: 'not_relevant',
      detail: { decision: { changedSince: ['major-version-changed'] } },
    });
    expect(within.relevanceExpiresAt?.getTime()).toBeGreaterThan(updates.now() - 3 * DAY_MS);
    expect(await lib(second)).toMatchObject({ relevance: 'relevant', decided: null, relevanceExpiresAt: null });
    expect((await lib(versionId)).relevance).toBe('not_relevant');
    expect(await service.told()).toMatchObject([{ type: 'relevance.changed', cause: 'code' }]);
  });

  it.each<[string, () => Promise<void>, string]>([
    [
      'a severity that rose',
      async () => {
        edit(cve(), name(), { severity: [{ type: 'CVSS_V3', score: CRITICAL }] });
        await refresh();
      },
      'severity-raised',
    ],
    [
      'a listing as exploited',
      async () => await service.portfolio.enrich('kev', [{ cve: cve(), kev: KEV }]),
      'known-exploited',
    ],
    [
      'an active exploitation',
      async () =>
        await service.portfolio.enrich('ssvc', [
          { cve: cve(), ssvc: { exploitation: 'active', automatable: null, technicalImpact: null, at: null } },
        ]),
      'exploitation-active',
    ],
  ])('is broken by %s, with two events', async (_, change, why) => {
    const versionId = await service.upload('1', [aLibrary()]);
    await service.decide(await lib(versionId), DISMISSAL);
    await service.told();

    await change();
    await service.follow();

    const { relevance, decided, detail } = await lib(versionId);
    expect([relevance, decided]).toEqual(['relevant', null]);
    expect(detail.reasons.find(({ kind }) => kind === 'human')).toMatchObject({
      applies: false,
      changedSince: expect.arrayContaining([why]) as string[],
    });
    expect(await service.told()).toMatchObject([
      { type: 'finding.escalated', cause: 'advisory' },
      { type: 'relevance.changed', cause: 'advisory', detail: { to: 'relevant' } },
    ]);
  });

  it('is broken when the decision expires, which the sweep notices once', async () => {
    const versionId = await service.upload('1', [aLibrary()]);
    await service.decide(await lib(versionId), { action: 'accept_risk', detail: 'Cheap.', expiresAt: IN_A_WEEK() });
    await service.told();
    const { orgId } = service.organization.caller;
    const countAnalyses = async (): Promise<number> =>
      (await service.organization.query('select 1 from analysis where version_id = $1', [versionId])).length;

    await repairSweep(service.deps);
    const before = await countAnalyses();
    updates.pass(8 * DAY_MS);
    await repairSweep(service.deps);
    await repairSweep(service.deps);
    await analyzeVersion(service.deps, { orgId, versionId });
    const after = await countAnalyses();
    await repairSweep(service.deps);

    expect([after, await countAnalyses()]).toEqual([before + 1, before + 1]);
    expect(await lib(versionId)).toMatchObject({ relevance: 'relevant', label: null, relevanceExpiresAt: null });
    expect(await service.told()).toMatchObject([
      {
        type: 'relevance.changed',
        cause: 'decision',
        detail: { from: 'deprioritized', to: 'relevant', changedSince: ['expired'] },
      },
    ]);
  });

  it('is broken when the decision expires, although a process with a clock behind has judged it too early', async () => {
    const versionId = await service.upload('1', [aLibrary()]);
    await service.decide(await lib(versionId), { action: 'accept_risk', detail: 'Cheap.', expiresAt: IN_A_WEEK() });
    const { orgId } = service.organization.caller;
    updates.pass(7 * DAY_MS - 30_000);
    await repairSweep({ ...service.deps, now: () => updates.now() + 60_000 });
    await analyzeVersion(service.deps, { orgId, versionId });
    const early = await lib(versionId);

    updates.pass(60_000);
    await repairSweep(service.deps);
    await analyzeVersion(service.deps, { orgId, versionId });

    expect([early.label, (await lib(versionId)).label]).toEqual(['accepted', null]);
  });

  it('is broken by a changed profile field', async () => {
    const versionId = await service.upload('1', [aLibrary()]);
    const reach = (value: string) => ({ 'exposure.reach': { value, source: 'user', confirmedBy: 'Ada' } }) as const;
    await service.profile(reach('internal'));
    const view = { known: () => ({ value: 'internal', complete: false, basis: 'confirmed' as const }) };
    const cited = citeFields(
      [{ ...view, name: 'prod', version: 1, runtime: undefined, observations: [] }],
      [{ type: 'profile', path: 'prod: exposure.reach', value: 'internal' }],
    );
    await service.decide(await lib(versionId), DISMISSAL, { cited });
    const decided = await lib(versionId);
    await service.told();

    await service.profile(reach('internet'));

    expect(decided.relevance).toBe('not_relevant');
    expect((await lib(versionId)).relevance).toBe('relevant');
    expect(await service.told()).toMatchObject([
      { type: 'relevance.changed', cause: 'profile', detail: { changedSince: ['profile-changed'] } },
    ]);
  });
});

describe('a statement', () => {
  const about = () => ({ product: null, component: `pkg:npm/${name()}`, bomLink: null, versions: [] });

  it.each<[string, string, 'organization' | 'supplier' | 'none', object]>([
    [
      'not affected, of our own',
      'not_affected',
      'organization',
      { relevance: 'not_relevant', decided: 'not_affected' },
    ],
    ['not affected, of a supplier', 'not_affected', 'supplier', { relevance: 'not_relevant', decided: 'not_affected' }],
    ['not affected, of a stranger', 'not_affected', 'none', { relevance: 'relevant', decided: null }],
    [
      'fixed',
      'resolved',
      'supplier',
      { relevance: 'not_relevant', decided: 'resolved', detail: { relevance: { conflict: true } } },
    ],
    ['affected', 'exploitable', 'supplier', { relevance: 'relevant', decided: 'exploitable' }],
    ['under investigation', 'in_triage', 'organization', { relevance: 'relevant', decided: null }],
  ])('%s takes effect, and has none when it is deleted', async (_, state, trust, expected) => {
    const versionId = await service.upload('1', [aLibrary()]);
    await service.trust({ Acme: trust });

    const id = await service.say({ ids: [cve()], state, target: about() });
    const said = await lib(versionId);
    await service.organization.query('update vex_document set deleted_at = now() where id = $1', [id]);
    await service.publish(versionId);

    expect(said).toMatchObject({ ...expected, codes: ['vex'] });
    expect(await lib(versionId)).toMatchObject({ relevance: 'relevant', decided: null, codes: [] });
  });

  it('that says affected takes precedence over a rule, and a decision over the statement', async () => {
    const versionId = await service.upload('1', [aLibrary('1.0.0', DEVELOPMENT)]);
    await service.trust({ Acme: 'supplier' });
    const before = await lib(versionId);

    await service.say({ ids: [cve()], state: 'exploitable', target: about() });
    const said = await lib(versionId);
    await service.decide(said, DISMISSAL);

    expect([before, said, await lib(versionId)]).toMatchObject([
      { relevance: 'not_relevant', codes: ['dev-dependency'] },
      { relevance: 'relevant', codes: ['vex', 'dev-dependency'] },
      { relevance: 'not_relevant', codes: ['decision', 'vex', 'dev-dependency'] },
    ]);
  });

  it('about another version, service or component has no effect', async () => {
    const versionId = await service.upload('1', [aLibrary()]);
    const second = await service.upload('2', [aLibrary()]);
    await service.trust({ Acme: 'organization' });
    const { serviceId } = await lib(versionId);

    await service.say({ ids: [cve()], target: about() }, { serviceId, versionId: second });
    await service.say({ ids: [cve()], target: { ...about(), component: 'pkg:npm/other' } });
    await service.say({ ids: ['CVE-1999-1'], target: about() });

    expect([(await lib(versionId)).codes, (await lib(second)).codes]).toEqual([[], ['vex']]);
  });
});

describe('a deadline', () => {
  it('counts from the first day, is shortened by exploitation, and never changes because of a new version', async () => {
    const versionId = await service.upload('1', [aLibrary()]);
    const first = await lib(versionId);
    updates.pass(2 * DAY_MS);
    const second = await service.upload('2', [aLibrary()]);
    const carried = await lib(second);
    await service.portfolio.enrich('kev', [{ cve: cve(), kev: KEV }]);
    await service.follow();

    const { days } = first.detail.priority.deadline;
    expect(days).toBe(14);
    expect(carried.dueAt).toEqual(first.dueAt);
    const listed = await lib(second);
    expect(listed.detail.priority.deadline).toMatchObject({ days: 3 });
    expect(listed.dueAt?.getTime()).toBeLessThanOrEqual(updates.now() + 3 * DAY_MS);
  });
});

describe('a request about a version', () => {
  const CONDITIONS = {
    severity: 'high',
    fixableOnly: false,
    kev: false,
    minCoverage: 0,
    minConfidence: 'low',
  } as const;

  it('passes the gate with an accepted risk until it expires, even before the sweep has noticed', async () => {
    const versionId = await service.upload('1', [aLibrary()]);
    const ask = async (): Promise<unknown[]> => {
      const request = { service: 'svc', version: '1', newSince: undefined, conditions: CONDITIONS };
      const { answer, open, accepted } = await checkGate(service.deps, service.organization.caller, request);
      return [answer.failing.length, open, accepted];
    };
    const before = await ask();

    await service.decide(await lib(versionId), { action: 'accept_risk', detail: 'Cheap.', expiresAt: IN_A_WEEK() });
    const during = await ask();
    updates.pass(8 * DAY_MS);

    expect([before, during, await ask()]).toEqual([
      [1, 1, 0],
      [0, 1, 1],
      [1, 1, 0],
    ]);
  });

  it('reports in a comparison that a finding is hidden, not resolved', async () => {
    const first = await service.upload('1', [aLibrary()]);
    const second = await service.upload('2', [aLibrary()]);
    await service.decide(await lib(second), { action: 'patched', detail: 'With our own patch.' });
    await service.publish(first);
    const compare = async (base: string, head: string) =>
      await compareVersions(service.deps, service.organization.caller, { service: 'svc', base, head });

    const forth = await compare('1', '2');
    const back = await compare('2', '1');

    const explained = {
      cause: 'decision',
      component: null,
      records: [],
      engine: null,
      hiddenBy: { cause: 'decision', by: 'Ada', code: 'decision', text: 'With our own patch.' },
    };
    expect(forth.findings.resolved.map((each) => each.explained)).toEqual([explained]);
    expect(back.findings.introduced.map((each) => each.explained)).toEqual([explained]);
  });
});

/** Returns the text of a statement in any form that the driver accepts. */
function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  return typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : '';
}

describe('the cost of a publication', () => {
  it('is one additional statement if there are no opinions', async () => {
    const versionId = await service.upload('1', [aLibrary()]);
    const { orgId } = service.organization.caller;
    await lockAndRequestAnalysis(service.deps, { orgId, versionId }, 'manual');
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    // The spy sees connections that are opened from now on.
    const options = { connectionsMax: 2, statementTimeoutMs: 30_000, onIdleError: () => {} };
    const database = openDatabase({ url: updates.pipeline.url, ...options });

    await analyzeVersion({ ...service.deps, database }, { orgId, versionId });

    await database.close();
    const asked = sent.mock.calls.map(([first]) => textOf(first));
    sent.mockRestore();
    const ofOpinions = asked.filter((text) =>
      /\b(?:from|join) (?:decision|vex_\w+|profile\w*|reachability\w*)\b/.test(text),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect(ofOpinions).toHaveLength(1);
  });
});
