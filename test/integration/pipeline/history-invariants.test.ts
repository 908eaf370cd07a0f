/**
 * Invariants of a service for any order of changes: its findings equal those of a fresh analysis of its content, its events add
 * up to them, and answers about the past never change.
 */
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFindings } from '../../../src/store/findings/lists/list-findings.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';
import { DETAILED_FINDINGS } from '../../support/detailed-findings.ts';
import {
  listWrongDailyChanges,
  listWrongNewestFindings,
  listWrongOpenFindingCounts,
  listWrongFacets,
  listWrongCoverages,
} from '../../support/newest-findings.ts';
import { anySteps, createPublisher, createRandomHistory, type RandomHistory } from '../../support/random-history.ts';
import { hashRows } from '../../support/stored-rows.ts';
import type { TestOrganization } from '../../support/test-pipeline.ts';

/** Fillers, so that changed records are few among all. */
const FILLERS = Array.from({ length: 60 }, (_, n) =>
  anOsvRecord({ id: `GSD-2024-${1_000 + n}`, affected: [anAffected({ name: `filler-${n}` })] }),
);

let updates: BucketUpdates;
beforeAll(async () => {
  updates = await startUpdatesFrom({ npm: FILLERS });
});
afterAll(async () => {
  await updates.close();
});

/** Returns the findings of a version in any state, now or at a given time. */
async function readAnswer(organization: TestOrganization, versionId: string, asOf?: string): Promise<unknown> {
  const states = ['open', 'resolved', 'retracted'] as const;
  const page = { sort: 'package', limit: 100, offset: 0 } as const;
  const { items } = await updates.pipeline.deps.database.inOrg(
    organization.caller.orgId,
    async (tx) => await listFindings(tx, { versionId }, { state: states, asOf }, page),
  );
  // A finding that was merged into another has the fingerprint and the history of that one from then on.
  return items.map((finding) => ({ ...finding, fingerprint: null, firstSeenVersionId: null }));
}

/** Returns the open findings of a version, without internal ids and times. */
async function readOpen(organization: TestOrganization, versionId: string | undefined): Promise<object[]> {
  return await organization.query(
    `select v.package_name, v.detail->'component'->>'version' as version, v.canonical_id, v.ids, v.class, v.severity_rank,
       v.relevance, v.risk, v.band, v.kev, v.epss, v.direct, v.has_fix, v.detail->'fix' as fix, v.detail->'match' as match,
       cardinality(v.sbom_ids) as documents
     from ${DETAILED_FINDINGS} v where v.version_id = $1 and v.known_to is null
     order by v.package_name, v.canonical_id, v.detail->'component'->>'version'`,
    [versionId],
  );
}

async function readCoverage(organization: TestOrganization, versionId: string | undefined): Promise<object[]> {
  return await organization.query(
    `select coverage from analysis where version_id = $1 and coverage is not null order by finished_at desc, id desc limit 1`,
    [versionId],
  );
}

/** Lists duplicate rows of one finding for one component; with `merged` also of findings that were merged. */
async function listDoubled(organization: TestOrganization, { merged }: { merged: boolean }): Promise<object[]> {
  return await organization.query(
    `select v.version_id, v.component_id, ${merged ? 'coalesce(m.fingerprint, f.fingerprint)' : 'f.fingerprint'} as fingerprint
     from version_finding v join finding f on f.org_id = v.org_id and f.id = v.finding_id
     left join finding m on m.org_id = f.org_id and m.id = f.merged_into
     where v.org_id = $1 and v.known_to is null group by 1, 2, 3 having count(*) > 1`,
    [organization.caller.orgId],
  );
}

async function readHeirs(organization: TestOrganization): Promise<ReadonlyMap<string, string>> {
  const rows = await organization.query<{ id: string; heir: string }>(
    'select id, coalesce(merged_into, id) as heir from finding',
  );
  return new Map(rows.map(({ id, heir }) => [id, heir]));
}

interface Told {
  readonly id: string;
  readonly type: string;
  readonly version: string;
  readonly finding: string | null;
  /** Set for `relevance.changed`. */
  readonly to: string | null;
  readonly analysis: string;
  readonly base: string | null;
}

/** Rebuilds the findings of each version from its events alone. */
function createReplay(organization: TestOrganization) {
  const states = new Map<string, ReadonlySet<string>>();
  let last = '00000000-0000-0000-0000-000000000000';
  return async (): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
    const told = await organization.query<Told>(
      `select e.id, e.type, e.version_id as version, e.finding_id as finding, e.detail->>'to' as to, e.analysis_id as analysis, a.base_version_id as base
       from event e join analysis a on a.org_id = e.org_id and a.id = e.analysis_id
       where e.id > $1 and (e.type like 'finding.%' or e.type in ('relevance.changed', 'analysis.completed')) order by e.id`,
      [last],
    );
    last = told.at(-1)?.id ?? last;
    // No event is published when two findings are merged, because they are the same.
    const heirs = await readHeirs(organization);
    const toHeirs = (ids: Iterable<string>): Set<string> => new Set([...ids].map((id) => heirs.get(id) ?? id));
    for (const [versionId, ids] of states) states.set(versionId, toHeirs(ids));
    for (const events of Map.groupBy(told, ({ analysis }) => analysis).values()) {
      const { version = '', base = null } = events[0] ?? {};
      const state = toHeirs(states.get(version) ?? states.get(base ?? '') ?? []);
      for (const { type, finding, to } of events) {
        if (finding === null) continue;
        const [heir = finding] = toHeirs([finding]);
        // Filtered findings are absent for a reader of events.
        if (type === 'relevance.changed' && to !== 'not_relevant') state.add(heir);
        else if (type === 'relevance.changed') state.delete(heir);
        if (type === 'finding.introduced' || type === 'finding.reintroduced') state.add(heir);
        else if (type === 'finding.resolved' || type === 'finding.retracted') state.delete(heir);
      }
      states.set(version, state);
    }
    return states;
  };
}

/**
 * Returns the published findings by version, and those that were not assessed because the document that contained them before was
 * not uploaded.
 */
async function readPublished(organization: TestOrganization): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await organization.query<{ version: string; findings: string[]; unseen: string[] }>(
    `select n.id as version, array(select coalesce(f.merged_into, f.id) from version_finding v
       join finding f on f.org_id = v.org_id and f.id = v.finding_id
       where v.org_id = n.org_id and v.version_id = n.id and v.known_to is null and v.relevance <> 'not_relevant') as findings,
       array(select coalesce(f.merged_into, f.id) from finding f
       where f.org_id = n.org_id and f.id = any(a.not_uploaded_findings)) as unseen
     from service_version n cross join lateral (select a.not_uploaded, a.not_uploaded_findings from analysis a
       where a.org_id = n.org_id and a.version_id = n.id and a.coverage is not null
       order by a.finished_at desc, a.id desc limit 1) a`,
  );
  for (const { findings, unseen } of rows) expect(findings.filter((id) => unseen.includes(id))).toEqual([]);
  return new Map(rows.map(({ version, findings, unseen }) => [version, new Set([...findings, ...unseen])]));
}

/** Returns the slots without an upload for a version, and the number of consecutive versions without one. */
async function readUnseen(organization: TestOrganization, versionId: string | undefined): Promise<object[]> {
  return await organization.query(
    `select e->>'slot' as slot, e->>'missed' as missed from (select a.not_uploaded from analysis a
       where a.version_id = $1 and a.coverage is not null order by a.finished_at desc, a.id desc limit 1) a
     cross join lateral jsonb_array_elements(a.not_uploaded) e order by 1`,
    [versionId],
  );
}

interface Remembered {
  readonly at: string;
  readonly versionId: string;
  readonly answer: unknown;
}

/** Records the current answers and their time; nothing else happens in the same millisecond. */
async function remember(organization: TestOrganization, history: RandomHistory): Promise<Remembered[]> {
  await sleep(2);
  const at = new Date().toISOString();
  const answers: Remembered[] = [];
  for (const versionId of history.versionIds.values()) {
    answers.push({ at, versionId, answer: await readAnswer(organization, versionId) });
  }
  await sleep(2);
  return answers;
}

describe('the history of a service', () => {
  it(
    'satisfies all invariants for any order of uploads, deletions, aliases, advisories and analyses',
    { timeout: 300_000 },
    async () => {
      const publish = createPublisher(updates, updates.bucket, FILLERS);
      const { database } = updates.pipeline.deps;
      let round = 1_000;
      await fc.assert(
        fc.asyncProperty(anySteps, async (steps) => {
          round += 1;
          const organization = await updates.pipeline.newOrganization();
          const history = createRandomHistory(updates, publish, organization, round);
          const replay = createReplay(organization);
          await history.begin();
          const answers = await remember(organization, history);
          for (const step of steps) {
            const before = step.kind === 'again' ? await hashRows(database, organization.caller.orgId) : undefined;
            if (!(await history.run(step))) continue;
            if (before !== undefined) expect(await hashRows(database, organization.caller.orgId)).toEqual(before);
            expect(await replay()).toEqual(await readPublished(organization));
            expect(await listDoubled(organization, { merged: false })).toEqual([]);
            expect(await listWrongNewestFindings(organization)).toEqual([]);
            expect(await listWrongDailyChanges(organization)).toEqual([]);
            expect(await listWrongOpenFindingCounts(organization)).toEqual([]);
            expect(await listWrongFacets(organization)).toEqual([]);
            expect(await listWrongCoverages(organization)).toEqual([]);
            answers.push(...(await remember(organization, history)));
          }

          await history.finish();

          expect(await replay()).toEqual(await readPublished(organization));
          expect(await listDoubled(organization, { merged: true })).toEqual([]);
          for (const { at, versionId, answer } of answers) {
            expect(await readAnswer(organization, versionId, at)).toEqual(answer);
          }
          const fresh = await updates.pipeline.newOrganization();
          const repeated = await history.repeatIn(fresh);
          await history.askAll();
          expect(await replay()).toEqual(await readPublished(organization));
          for (const [name, versionId] of history.versionIds) {
            expect(await readOpen(organization, versionId)).toEqual(await readOpen(fresh, repeated.get(name)));
            if (!repeated.has(name)) continue;
            expect(await readCoverage(organization, versionId)).toEqual(await readCoverage(fresh, repeated.get(name)));
            // The fresh service lacks a version without content, so later versions have missed one less there.
            if (repeated.size < history.versionIds.size) continue;
            expect(await readUnseen(organization, versionId)).toEqual(await readUnseen(fresh, repeated.get(name)));
          }
        }),
        { numRuns: 8 },
      );
    },
  );
});
