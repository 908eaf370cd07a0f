/**
 * Opinions that change while a version is published: the change cannot see the findings of the publication, which has read the
 * opinions before. The version is analyzed once more, and versions that are not affected are not.
 */
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { decideFinding, type DecisionInput } from '../../../src/pipeline/decisions/decide.ts';
import { revertDecision } from '../../../src/pipeline/decisions/revert-decisions.ts';
import { changeOrganization } from '../../../src/pipeline/portfolio/change-organization.ts';
import { putProfile } from '../../../src/pipeline/profiles/change-profile.ts';
import { answerQuestion } from '../../../src/pipeline/questions/answer-question.ts';
import { deleteVex, importVex } from '../../../src/pipeline/vex/import-vex.ts';
import { lockAndRequestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { changeService } from '../../../src/pipeline/portfolio/change-service.ts';
import { changeVersion, dropAlias, setAlias } from '../../../src/pipeline/portfolio/change-version.ts';
import type { VexTarget } from '../../../src/core/vex/vex-statement.ts';
import type { Database } from '../../../src/store/database.ts';
import { lockVersion } from '../../../src/store/portfolio/versions/change-versions.ts';
import { Spool } from '../../../src/store/portfolio/blobs/spool.ts';
import { shareTransactions } from '../../../src/store/shared-transactions.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';
import { isOnCitus } from '../../support/test-database.ts';
import type { TestOrganization, TestPipeline } from '../../support/test-pipeline.ts';
import { aStatement, aTarget } from '../../support/vex.ts';

const CVE = 'CVE-2024-0001';
const LIBRARY = { type: 'library', name: 'lib', version: '1.0.0', purl: 'pkg:npm/lib@1.0.0', 'bom-ref': 'lib' };
const AUTHOR = { author: 'Acme', trust: 'organization' } as const;

type Deps = TestPipeline['deps'];

let updates: BucketUpdates;
let organization: TestOrganization;
let deps: Deps;
let firstId: string;
beforeAll(async () => {
  updates = await startUpdatesFrom({ npm: [anOsvRecord({ id: CVE, affected: [anAffected({ name: 'lib' })] })] });
  deps = updates.pipeline.deps;
});
afterAll(async () => await updates.close());
beforeEach(async () => {
  organization = await updates.pipeline.newOrganization();
  firstId = await upload('1');
  await analyze(deps, firstId);
});

async function upload(version: string, service = 'svc'): Promise<string> {
  const components = { components: [LIBRARY], dependencies: [] };
  return (await organization.upload(version, components, 'main', { service })).versionId;
}

async function analyze(how: Deps, versionId: string): Promise<void> {
  await analyzeVersion(how, { orgId: organization.caller.orgId, versionId });
}

async function listAnalyses(versionId: string): Promise<string[]> {
  const rows = await organization.query<{ line: string }>(
    `select trigger || ' ' || status as line from analysis where version_id = $1 and superseded_by is null order by id`,
    [versionId],
  );
  return rows.map(({ line }) => line);
}

async function readRelevance(versionId: string): Promise<string[]> {
  const rows = await organization.query<{ relevance: string }>(
    'select relevance from version_finding where version_id = $1 and known_to is null',
    [versionId],
  );
  return rows.map(({ relevance }) => relevance);
}

/** Runs the action once, when publications of this many services have read whether there are opinions; they wait for it. */
function afterReading(action: () => Promise<void>, services = 1): Database {
  const done = Promise.withResolvers<void>();
  let read = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'questionAnswers' in row)) {
        read += 1;
        if (read === services) await action().finally(done.resolve);
        await done.promise;
      }
      return result;
    },
  };
  return {
    ...deps.database,
    inOrg: async (orgId, work, options) =>
      await deps.database.inOrg(orgId, async (tx) => await work({ ...tx, db: tx.db.withPlugin(plugin) }), options),
  };
}

/** Starts a change and returns when it has found the versions that it affects; `commit` ends it. */
async function hold(change: Change): Promise<{ readonly commit: () => Promise<void> }> {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const enqueueAnalysis: Deps['queue']['enqueueAnalysis'] = async (...job) => {
    reached.resolve();
    await released.promise;
    await deps.queue.enqueueAnalysis(...job);
  };
  const changed = change({ ...deps, queue: { ...deps.queue, enqueueAnalysis } });
  await Promise.race([reached.promise, changed]);
  return {
    commit: async () => {
      released.resolve();
      await changed;
    },
  };
}

/** Whether a transaction waits for an advisory lock of this database. */
async function isWaitingForLock(): Promise<boolean> {
  const waiting = await organization.query(
    `select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return waiting.length > 0;
}

/** Returns when the work waits for a row, or has ended. */
async function untilWaitingForRow(work: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  work.catch(() => {}).finally(() => (hasEnded = true));
  // On Citus it waits on a worker, which the coordinator does not see.
  if (isOnCitus()) return await setTimeout(2_000);
  await until(async () => {
    const waiting = await organization.query(
      `select from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and l.locktype = 'transactionid' and a.datname = current_database()`,
    );
    return hasEnded || waiting.length > 0;
  });
}

async function until(happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened()));
}

type Change = (how: Deps) => Promise<unknown>;

async function decide(how: Deps, scope: 'service' | 'organization' = 'service', service = 'svc'): Promise<string> {
  const [finding] = await organization.query<{ id: string }>(
    `select f.id from version_finding f join service_version v on v.org_id = f.org_id and v.id = f.version_id
     join service s on s.org_id = v.org_id and s.id = v.service_id where v.name = '1' and s.name = $1`,
    [service],
  );
  const wish: DecisionInput['wish'] = { action: 'false_positive', detail: 'Not ours.', scope };
  const input = { wish, imagePattern: null, isAdmin: true, dryRun: false, onlyIf: () => {} };
  const { ids } = await decideFinding(how, organization.caller, finding?.id ?? '', input);
  return ids[0] ?? '';
}

async function trust(how: Deps): Promise<void> {
  await changeOrganization(how, organization.caller, { vexAuthors: [AUTHOR], onlyIf: () => {} });
}

async function sendVex(
  how: Deps,
  documentId: string | null = null,
  version = 1,
  target: Partial<VexTarget> = { component: LIBRARY.purl },
): Promise<string> {
  const statement = aStatement({ ids: [CVE], author: AUTHOR.author, target: aTarget(target) });
  const timestamp = new Date().toISOString();
  const document = { format: 'openvex', author: AUTHOR.author, documentId, version, timestamp } as const;
  const writer = new Spool({ folder: tmpdir(), bytesMax: 1_000_000 }).open(2);
  await writer.write(Buffer.from(JSON.stringify({ version })));
  const bytes = await writer.finish();
  const sent = { bytes, document: { ...document, statements: [statement], warnings: [] } };
  const receipt = await importVex(how, organization.caller, {}, sent);
  await bytes.close();
  return receipt.document.id;
}

/** Each returns the change after what it depends on. */
const CHANGES: readonly (readonly [string, () => Promise<Change>, readonly [before: string, after: string]])[] = [
  ['a decision', async () => await Promise.resolve(decide), ['relevant', 'not_relevant']],
  [
    'a decision for the organization',
    async () => await Promise.resolve(async (how) => await decide(how, 'organization')),
    ['relevant', 'not_relevant'],
  ],
  [
    'a reverted decision',
    async () => {
      const id = await decide(deps);
      return async (how) => await revertDecision(how, organization.caller, id, true);
    },
    ['not_relevant', 'relevant'],
  ],
  [
    'a VEX document',
    async () => {
      await trust(deps);
      return sendVex;
    },
    ['relevant', 'not_relevant'],
  ],
  [
    'a deleted VEX document',
    async () => {
      await trust(deps);
      const id = await sendVex(deps);
      return async (how) => await deleteVex(how, organization.caller, id);
    },
    ['not_relevant', 'relevant'],
  ],
  [
    'a trusted author',
    async () => {
      await sendVex(deps);
      return trust;
    },
    ['relevant', 'not_relevant'],
  ],
];

describe('a version that is published while opinions change', () => {
  it.each(CHANGES)('is analyzed once more after %s that is not committed yet', async (_, prepare, [before, after]) => {
    const change = await prepare();
    // A change enqueues no analysis of a version that has one in the queue.
    await analyze(deps, firstId);
    const versionId = await upload('2');
    let held: Awaited<ReturnType<typeof hold>> | undefined;
    const database = afterReading(async () => {
      held = await hold(change);
    });

    await analyze({ ...deps, database }, versionId);
    const published = [await readRelevance(versionId), await listAnalyses(versionId)];
    await held?.commit();
    await analyze(deps, versionId);

    expect(published).toEqual([[before], ['upload completed', 'decision queued']]);
    expect(await readRelevance(versionId)).toEqual([after]);
    expect(await listAnalyses(versionId)).toEqual(['upload completed', 'decision completed']);
  });

  it('is analyzed once more after a decision that was committed after opinions were read', async () => {
    const versionId = await upload('2');

    await analyze({ ...deps, database: afterReading(async () => void (await decide(deps))) }, versionId);
    await analyze(deps, versionId);

    expect(await readRelevance(versionId)).toEqual(['not_relevant']);
    expect(await listAnalyses(versionId)).toEqual(['upload completed', 'decision completed']);
  });

  it('is analyzed once more if it is published with versions of other services, which are not', async () => {
    await analyze(deps, await upload('1', 'other'));
    const versionIds = [await upload('2'), await upload('2', 'other')];
    const database = shareTransactions(afterReading(async () => void (await decide(deps, 'service', 'other')), 2));

    await Promise.all(versionIds.map(async (versionId) => await analyze({ ...deps, database }, versionId)));

    expect(await Promise.all(versionIds.map(listAnalyses))).toEqual([
      ['upload completed'],
      ['upload completed', 'decision queued'],
    ]);
  });
});

describe('a change that is not committed yet', () => {
  it('of one service neither delays versions of another nor repeats their analyses', async () => {
    const versionId = await upload('1', 'other');
    const held = await hold(decide);

    await analyze(deps, versionId);
    await held.commit();

    expect(await listAnalyses(versionId)).toEqual(['upload completed']);
  });

  it('leaves an analysis in the background there', async () => {
    const { caller } = organization;
    await lockAndRequestAnalysis(deps, { orgId: caller.orgId, versionId: firstId }, 'engine');
    let held: Awaited<ReturnType<typeof hold>> | undefined;
    const wish = { fields: { 'exposure.reach': { value: 'internal', confirmed: true } } };
    const address = { service: 'svc', profile: 'web' };
    const database = afterReading(async () => {
      // It waits for the version that the publication holds.
      const changed = putProfile(deps, caller, address, { wish, onlyIf: () => {} });
      held = { commit: async () => void (await changed) };
      await untilWaitingForRow(changed);
    });

    await analyze({ ...deps, database }, firstId);
    await held?.commit();

    expect(await listAnalyses(firstId)).toEqual(['upload completed', 'engine completed', 'engine queued']);
  });

  it('of trusted authors is the state that the next one replaces', async () => {
    await sendVex(deps);
    await analyze(deps, firstId);
    const readGeneration = async (): Promise<number> =>
      Number(
        (await organization.query<{ generation: string }>('select generation from service_version'))[0]?.generation,
      );
    const before = await readGeneration();
    const held = await hold(trust);
    const replaced = changeOrganization(deps, organization.caller, { vexAuthors: [], onlyIf: () => {} });
    await Promise.race([replaced.catch(() => {}), until(isWaitingForLock)]);
    await held.commit();
    await replaced;

    // An analysis after the first change may have ended before the second one.
    expect(await readGeneration()).toBe(before + 2);
  });

  it('supersedes the version of a VEX document that is uploaded at the same time', async () => {
    await trust(deps);
    await Promise.all([sendVex(deps, 'statement of lib', 1), sendVex(deps, 'statement of lib', 2)]);

    const inEffect = await organization.query(
      'select document_version::int as version from vex_document where superseded_by is null',
    );
    expect(inEffect).toEqual([{ version: 2 }]);
  });
});

describe('a version that is uploaded while opinions change', () => {
  it('is analyzed when the change is committed', async () => {
    const wish = { fields: { 'exposure.reach': { value: 'internal', confirmed: true } } };
    const address = { service: 'svc', profile: 'web' };
    const held = await hold(
      async (how) => await putProfile(how, organization.caller, address, { wish, onlyIf: () => {} }),
    );
    const versionId = await upload('2');

    let isAnalyzed = false;
    const analysis = analyze(deps, versionId).finally(() => (isAnalyzed = true));
    while (!isAnalyzed && !(await isWaitingForLock()));
    await held.commit();
    await analysis;

    const [row] = await organization.query('select profiles from analysis where version_id = $1', [versionId]);
    expect(row).toMatchObject({ profiles: [{ name: 'web' }] });
    expect(await listAnalyses(versionId)).toEqual(['upload completed']);
  });
});

describe('an answer to an outdated question', () => {
  it('waits for a publication that holds the version and writes the question', async () => {
    const { caller } = organization;
    const questionId = '00000000-0000-8000-8000-000000000001';
    await organization.query(
      `insert into version_question (org_id, version_id, question_id, service_id, kind, subject, package, weight, dismisses, lowers,
         findings, majors, outdated)
       select org_id, id, $2, service_id, 'os', '', 'npm/lib', 1, 0, 0, '[]', '{}', true from service_version where id = $1`,
      [firstId, questionId],
    );
    const answer = { services: ['svc'], answer: 'no', note: null, expiresAt: null } as const;

    let answered: Promise<void> | undefined;
    await deps.database.inOrg(caller.orgId, async (tx) => {
      await lockVersion(tx, firstId);
      answered = answerQuestion(deps, caller, questionId, answer);
      await untilWaitingForRow(answered);
      await sql`update version_question set weight = 2 where org_id = ${caller.orgId} and version_id = ${firstId}`.execute(
        tx.db,
      );
    });
    await answered;

    expect(
      await organization.query('select weight, outdated from version_question where version_id = $1', [firstId]),
    ).toEqual([{ weight: 2, outdated: false }]);
  });
});

describe('a name that a VEX statement contains', () => {
  const address = { service: 'svc', version: '1' };
  const about = (version: string): Partial<VexTarget> => ({
    product: 'store',
    versions: [{ version, status: 'affected' }],
  });

  it('makes it apply when the service or the version gets the name', async () => {
    await trust(deps);
    await sendVex(deps, null, 1, about('next'));
    const { caller } = organization;
    await changeVersion(deps, caller, address, { name: 'next', onlyIf: () => {} });
    await analyze(deps, firstId);
    expect(await readRelevance(firstId)).toEqual(['relevant']);

    await changeService(deps, caller, 'svc', { name: 'store', onlyIf: () => {} });
    await analyze(deps, firstId);
    expect(await readRelevance(firstId)).toEqual(['not_relevant']);
  });

  it('makes it apply to the version that has the alias', async () => {
    await trust(deps);
    const { caller } = organization;
    await changeService(deps, caller, 'svc', { name: 'store', onlyIf: () => {} });
    const versionId = await upload('2', 'store');
    await analyze(deps, versionId);
    await sendVex(deps, null, 1, about('live'));
    const readBoth = async (): Promise<string[]> => {
      await analyze(deps, firstId);
      await analyze(deps, versionId);
      return [...(await readRelevance(firstId)), ...(await readRelevance(versionId))];
    };
    expect(await readBoth()).toEqual(['relevant', 'relevant']);

    await setAlias(deps, caller, { service: 'store', version: '1' }, 'live');
    expect(await readBoth()).toEqual(['not_relevant', 'relevant']);
    await setAlias(deps, caller, { service: 'store', version: '2' }, 'live');
    expect(await readBoth()).toEqual(['relevant', 'not_relevant']);
    await dropAlias(deps, caller, { service: 'store', version: '2' }, 'live');
    expect(await readBoth()).toEqual(['relevant', 'relevant']);
  });
});

describe('a version that is published after opinions have changed', () => {
  it('is analyzed once', async () => {
    await trust(deps);
    await sendVex(deps);
    await decide(deps);
    const versionId = await upload('2');

    await analyze(deps, versionId);

    expect(await readRelevance(versionId)).toEqual(['not_relevant']);
    expect(await listAnalyses(versionId)).toEqual(['upload completed']);
  });
});
