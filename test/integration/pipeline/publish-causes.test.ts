/** The causes of findings: rows and events when code, advisories or the matching engine change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { lockAndRequestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { DETAILED_FINDINGS } from '../../support/detailed-findings.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

let minutes = 0;
/** Returns a time that is a minute later with each call. */
function later(): string {
  minutes += 1;
  return new Date(Date.parse('2026-01-01T00:00:00Z') + minutes * 60_000).toISOString();
}

function aRecord(id: string, name: string, changes: Record<string, unknown> = {}): ExportRecord {
  return anOsvRecord({ id, modified: later(), affected: [anAffected({ name })], ...changes });
}

/** Fillers, so that changed records are few among all. */
const FILLERS = Array.from({ length: 60 }, (_, n) => aRecord(`GSD-2024-${1_000 + n}`, `filler-${n}`));
const records = new Map(FILLERS.map((record) => [String(record['id']), record]));

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { npm: FILLERS } });
  updates = await startAdvisoryUpdates(bucket.url, ['npm']);
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});

/** Publishes the new state of some records; undefined removes one. */
async function publish(changed: Readonly<Record<string, ExportRecord | undefined>>): Promise<void> {
  for (const [id, record] of Object.entries(changed)) {
    if (record !== undefined) records.set(id, record);
    else if (records.delete(id)) records.set('GSD-2024-1000', aRecord('GSD-2024-1000', 'filler-0'));
  }
  bucket.set('npm', [...records.values()]);
  if (Object.values(changed).includes(undefined)) await updates.refreshTwice();
  else await updates.refresh();
}

function aLibrary(name: string, version: string): object {
  return { type: 'library', name, version, purl: `pkg:npm/${name}@${version}`, 'bom-ref': name };
}

interface Uploaded {
  readonly slot?: string;
  readonly image?: string;
}

/** `upload('shop', '1.0', { lib: '1.0.0' })`: uploads and analyzes a version with these packages. */
async function upload(
  service: string,
  version: string,
  libraries: Readonly<Record<string, string>>,
  { slot, image }: Uploaded = {},
): Promise<string> {
  const components = Object.entries(libraries).map(([name, each]) => aLibrary(name, each));
  const about = { service, ...(image !== undefined && { image }) };
  const { versionId } = await updates.pipeline.upload(version, { components, dependencies: [] }, slot, about);
  await analyze(versionId);
  return versionId;
}

async function analyze(versionId: string): Promise<void> {
  await analyzeVersion(updates.pipeline.deps, { orgId: updates.pipeline.caller.orgId, versionId });
}

async function analyzeAgain(versionId: string): Promise<void> {
  const { deps, caller } = updates.pipeline;
  await lockAndRequestAnalysis(deps, { orgId: caller.orgId, versionId }, 'manual');
  await analyze(versionId);
}

interface Told {
  readonly type: string;
  readonly cause: string | null;
  readonly detail: Record<string, unknown>;
}

/** Returns the finding events of the last analysis of a version. */
async function lastEvents(versionId: string): Promise<Told[]> {
  return await updates.pipeline.query<Told>(
    `select type, cause, detail from event e where version_id = $1 and type like 'finding.%' and analysis_id = (
       select id from analysis where version_id = $1 order by created_at desc, id desc limit 1) order by id`,
    [versionId],
  );
}

async function lastDelta(versionId: string): Promise<unknown> {
  const [row] = await updates.pipeline.query<{ delta: unknown }>(
    'select delta from analysis where version_id = $1 order by created_at desc, id desc limit 1',
    [versionId],
  );
  return row?.delta;
}

async function rowsOf<Row extends object>(versionId: string, columns: string): Promise<Row[]> {
  return await updates.pipeline.query<Row>(
    `select ${columns} from ${DETAILED_FINDINGS} v join finding f on f.org_id = v.org_id and f.id = v.finding_id
     where v.version_id = $1 order by v.known_from, v.id`,
    [versionId],
  );
}

const UNCHANGED = { introduced: 0, resolved: 0, changed: 0, unchanged: 0 };

describe('a finding', () => {
  it('starts in the first version with the cause code', async () => {
    await publish({ 'CVE-2024-0001': aRecord('CVE-2024-0001', 'first') });

    const versionId = await upload('first', '1', { first: '1.0.0', other: '1.0.0' });

    const detail = { component: 'first', from: [], to: ['1.0.0'] };
    expect(await lastEvents(versionId)).toEqual([
      {
        type: 'finding.introduced',
        cause: 'code',
        detail: { vulnerability: 'CVE-2024-0001', package: 'first', version: '1.0.0', ...detail },
      },
    ]);
    expect(await lastDelta(versionId)).toEqual({ ...UNCHANGED, introduced: 1 });
    expect(await rowsOf(versionId, 'began_by, began_detail, ended_as')).toEqual([
      { began_by: 'code', began_detail: detail, ended_as: null },
    ]);
  });

  it('changes through versions: changed, resolved, reintroduced', async () => {
    await publish({ 'CVE-2024-0002': aRecord('CVE-2024-0002', 'moving') });
    const service = 'moving';

    const first = await upload(service, '1', { moving: '1.0.0', still: '1.0.0' });
    const moved = await upload(service, '2', { moving: '1.1.0', still: '1.0.0' });
    const fixed = await upload(service, '3', { moving: '2.0.0', still: '1.0.0' });
    const gone = await upload(service, '4', { still: '1.0.0' });
    const back = await upload(service, '5', { moving: '1.0.0', still: '1.0.0' });

    expect(await lastDelta(first)).toEqual({ ...UNCHANGED, introduced: 1 });
    expect([await lastDelta(moved), await lastEvents(moved)]).toEqual([{ ...UNCHANGED, changed: 1 }, []]);
    expect(await lastDelta(fixed)).toEqual({ ...UNCHANGED, resolved: 1 });
    expect(await lastEvents(fixed)).toMatchObject([
      { type: 'finding.resolved', cause: 'code', detail: { version: '1.1.0', from: ['1.1.0'], to: ['2.0.0'] } },
    ]);
    expect([await lastDelta(gone), await lastEvents(gone)]).toEqual([UNCHANGED, []]);
    expect(await lastEvents(back)).toMatchObject([
      { type: 'finding.reintroduced', cause: 'code', detail: { from: [], to: ['1.0.0'] } },
    ]);
    const [row] = await rowsOf<{ began_detail: unknown }>(moved, 'began_detail');
    expect(row?.began_detail).toEqual({ component: 'moving', from: [], to: ['1.0.0'] });
    const [analysis] = await updates.pipeline.query<{ base: string }>(
      'select base_version_id as base from analysis where version_id = $1',
      [moved],
    );
    expect(analysis?.base).toBe(first);
  });

  it('is resolved and reintroduced within a version that is uploaded again', async () => {
    await publish({ 'CVE-2024-0003': aRecord('CVE-2024-0003', 'again') });
    const versionId = await upload('again', '1', { again: '1.0.0' });

    await upload('again', '1', { again: '2.0.0' });
    const resolved = await lastEvents(versionId);
    const rows = await rowsOf(versionId, 'ended_as, ended_by, ended_detail');
    await upload('again', '1', { again: '1.5.0' });

    expect(resolved).toMatchObject([{ type: 'finding.resolved', cause: 'code' }]);
    expect(rows).toEqual([
      {
        ended_as: 'resolved',
        ended_by: 'code',
        ended_detail: { component: 'again', from: ['1.0.0'], to: ['2.0.0'] },
      },
    ]);
    expect(await lastEvents(versionId)).toMatchObject([{ type: 'finding.reintroduced', detail: { to: ['1.5.0'] } }]);
  });

  it('starts and ends when advisories change', async () => {
    const id = 'CVE-2024-0004';
    const versionId = await upload('advisory', '1', { said: '1.0.0' });
    const fixedEarlier = [anAffected({ name: 'said', events: [{ introduced: '0' }, { fixed: '0.9.0' }] })];
    const told: unknown[] = [];
    const steps: (ExportRecord | undefined)[] = [
      aRecord(id, 'said'),
      aRecord(id, 'said', { affected: fixedEarlier }),
      aRecord(id, 'said'),
      aRecord(id, 'said', { withdrawn: '2025-06-01T00:00:00Z' }),
      aRecord(id, 'said'),
      undefined,
    ];
    for (const step of steps) {
      await publish({ [id]: step });
      await analyzeAgain(versionId);
      const [{ type, cause, detail } = { type: '', cause: '', detail: {} }] = await lastEvents(versionId);
      told.push([type, cause, detail['record'], detail['change'], detail['modified'] === step?.['modified']]);
    }

    expect(told).toEqual([
      ['finding.introduced', 'advisory', id, 'published', true],
      ['finding.retracted', 'advisory', id, 'revised', true],
      ['finding.reintroduced', 'advisory', id, 'revised', true],
      ['finding.retracted', 'advisory', id, 'withdrawn', true],
      ['finding.reintroduced', 'advisory', id, 'revised', true],
      ['finding.retracted', 'advisory', id, 'deleted', false],
    ]);
    const rows = await rowsOf<{ ended_as: string }>(versionId, 'ended_as');
    expect(rows.map((row) => row.ended_as)).toEqual(['retracted', 'retracted', 'retracted']);
  });

  it('that comes with new data in a new version has the correct cause', async () => {
    await upload('apart', '1', { apart: '1.0.0', stays: '1.0.0' });
    await publish({
      'CVE-2024-0005': aRecord('CVE-2024-0005', 'stays'),
      'CVE-2024-0006': aRecord('CVE-2024-0006', 'comes'),
    });

    const versionId = await upload('apart', '2', { stays: '1.0.0', comes: '1.0.0' });

    const told = await lastEvents(versionId);
    expect(told.map(({ cause, detail }) => `${String(detail['package'])} ${cause}`).toSorted()).toEqual([
      'comes code',
      'stays advisory',
    ]);
  });

  it('that only the matching engine has added or removed has the cause engine', async () => {
    await publish({ 'CVE-2024-0007': aRecord('CVE-2024-0007', 'engine') });
    const versionId = await upload('engine', '1', { engine: '1.0.0' });
    await updates.pipeline.query(`update analysis set engine_version = '0' where version_id = $1`, [versionId]);
    await updates.pipeline.query(`update component_match set state = 'not_affected' where group_id = 'CVE-2024-0007'`);

    await analyzeAgain(versionId);

    expect(await lastEvents(versionId)).toMatchObject([
      { type: 'finding.retracted', cause: 'engine', detail: { from: '0', to: expect.any(String) } },
    ]);
  });

  it('that is not relevant is stored without an event', async () => {
    await publish({ 'CVE-2024-0008': aRecord('CVE-2024-0008', 'minor') });
    const versionId = await upload('minor', '1', { minor: '1.0.0' });
    await updates.pipeline.query(`update version_finding set relevance = 'not_relevant' where version_id = $1`, [
      versionId,
    ]);

    const next = await upload('minor', '2', {});

    expect([await lastDelta(next), await lastEvents(next)]).toEqual([UNCHANGED, []]);
  });
});

describe('a published finding', () => {
  it('is not written again when nothing has changed', async () => {
    await publish({ 'CVE-2024-0011': aRecord('CVE-2024-0011', 'same') });
    const versionId = await upload('same', '1', { same: '1.0.0' });
    const before = await rowsOf(versionId, 'v.*');

    await upload('same', '1', { same: '1.0.0' });
    await analyzeAgain(versionId);

    expect(await rowsOf(versionId, 'v.*')).toEqual(before);
    expect([await lastDelta(versionId), await lastEvents(versionId)]).toEqual([{ ...UNCHANGED, unchanged: 1 }, []]);
  });

  it('includes its exploitation data, and changes only when the score reaches another step', async () => {
    const cve = 'CVE-2024-0012';
    await publish({ [cve]: aRecord(cve, 'epss') });
    await updates.pipeline.query(
      `insert into enrichment (cve, epss_score, epss_percentile, kev) values ($1, 0.5, 0.9, $2)`,
      [cve, { dateAdded: '2024-01-31', dueDate: null, ransomware: false, name: null, action: null }],
    );
    const versionId = await upload('epss', '1', { epss: '1.0.0' });
    const columns = 'v.risk, v.band, v.kev, v.epss, v.known_to is null as now';
    const first = await rowsOf(versionId, columns);

    await updates.pipeline.query('update enrichment set epss_percentile = 0.95, epss_score = 0.58 where cve = $1', [
      cve,
    ]);
    await analyzeAgain(versionId);
    const second = await rowsOf(versionId, columns);
    await updates.pipeline.query('update enrichment set epss_score = 0.25 where cve = $1', [cve]);
    await analyzeAgain(versionId);

    expect(first).toEqual([{ risk: 80, band: 'P0', kev: true, epss: 0.5, now: true }]);
    expect(second).toEqual(first);
    expect(await rowsOf(versionId, columns)).toMatchObject([
      { epss: 0.5, now: false },
      { epss: 0.2, now: true },
    ]);
    expect(await rowsOf(versionId, 'v.ended_as, v.began_by')).toEqual([
      { ended_as: null, began_by: 'code' },
      { ended_as: null, began_by: 'code' },
    ]);
  });

  it('shares its facts with other versions of the service and of the package', async () => {
    await publish({ 'CVE-2024-0020': aRecord('CVE-2024-0020', 'twin') });
    const first = await upload('twins', '1', { twin: '1.0.0' });
    const second = await upload('twins', '2', { twin: '1.1.0' });

    const [before] = await rowsOf<Record<string, Buffer>>(first, 'facts_sha256, place_sha256');
    const [after] = await rowsOf<Record<string, Buffer>>(second, 'facts_sha256, place_sha256');
    expect(after?.['facts_sha256']).toEqual(before?.['facts_sha256']);
    expect(after?.['place_sha256']).not.toEqual(before?.['place_sha256']);
  });

  it('is one row for several documents, which lists each of them', async () => {
    await publish({ 'CVE-2024-0013': aRecord('CVE-2024-0013', 'shared') });
    await upload('merged', '1', { shared: '1.0.0' }, { slot: 'a', image: 'registry.example/a:1' });
    const versionId = await upload('merged', '1', { shared: '1.0.0' }, { slot: 'b', image: 'registry.example/b:1' });

    const [current, ...others] = await updates.pipeline.query<{ sbom_ids: string[]; images: string[]; detail: object }>(
      `select sbom_ids, images, detail from ${DETAILED_FINDINGS} v where version_id = $1 and known_to is null`,
      [versionId],
    );

    const sboms = await updates.pipeline.query<{ id: string }>(
      'select id from sbom where version_id = $1 order by id',
      [versionId],
    );
    expect(others).toEqual([]);
    expect(current?.sbom_ids).toEqual(sboms.map(({ id }) => id));
    expect(current?.images).toEqual(['registry.example/a:1', 'registry.example/b:1']);
    expect(current?.detail).toMatchObject({
      component: { occurrences: [{ sbomId: sboms[0]?.id }, { sbomId: sboms[1]?.id }] },
    });
    expect(await lastDelta(versionId)).toEqual({ ...UNCHANGED, unchanged: 1 });
  });
});
