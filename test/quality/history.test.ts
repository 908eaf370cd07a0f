/**
 * Five versions of one service, uploaded in order, with the real advisories of their packages: the findings that each version
 * introduces and resolves follow from its changed components. Skipped without ASSAY_TEST_DATA.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../src/pipeline/analysis/analyze-version.ts';
import { compareVersions, type ComparedFinding } from '../../src/pipeline/queries/compare-versions.ts';
import { startUpdatesFrom, type BucketUpdates } from '../support/advisory-updates.ts';
import { DETAILED_FINDINGS } from '../support/detailed-findings.ts';
import type { ExportRecord } from '../support/osv-mirror.ts';
import { readRealRecords } from '../support/real-advisories.ts';
import { findRealData, getRealData } from '../support/real-data.ts';
import { FILTERED, SHOP_API, type HistoryStep } from './shop-api-history.ts';

const advisories = findRealData('osv', 'npm');
const documents = findRealData('sboms', 'history');
const TIMEOUT_MS = 300_000;
const SERVICE = { service: 'shop-api' };
const STEPS = SHOP_API.map((step, at) => ({ step, before: SHOP_API[at - 1] }));

function readDocument(version: string, form: 'cdx' | 'spdx' = 'cdx'): Buffer {
  return readFileSync(getRealData('sboms', 'history', `shop-api-${version}.${form}.json`));
}

/** Versions by package name, from the text of the document. */
function readVersions(version: string): ReadonlyMap<string, readonly string[]> {
  const { components } = JSON.parse(readDocument(version).toString()) as {
    readonly components: readonly { readonly group?: string; readonly name: string; readonly version: string }[];
  };
  const nameOf = ({ group = '', name }: { readonly group?: string; readonly name: string }): string =>
    group === '' ? name : `${group}/${name}`;
  return new Map(
    [...Map.groupBy(components, nameOf)].map(([name, same]) => [
      name,
      [...new Set(same.map((each) => each.version))].toSorted(),
    ]),
  );
}

/** Only records of packages that some version contains: all others make no difference, and take most of the time. */
async function readAdvisories(): Promise<ExportRecord[]> {
  const held = new Set(SHOP_API.flatMap(({ version }) => [...readVersions(version).keys()]));
  const records = ((await readRealRecords('npm')) ?? []) as (ExportRecord & {
    readonly affected?: readonly { readonly package?: { readonly name: string } }[];
  })[];
  return records.filter(({ affected = [] }) => affected.some((each) => held.has(each.package?.name ?? '')));
}

/** `id package versions before -> versions now` for every visible change of one kind. */
function expected({ changes }: HistoryStep, kind: 'introduced' | 'resolved' | 'moves' | 'stays'): string[] {
  return Object.entries(changes)
    .flatMap(([component, ids]) => (ids[kind] ?? []).map((id) => `${id} ${component}`))
    .filter((line) => !FILTERED.has(withoutVersions(line)))
    .toSorted();
}

function describeChange(id: string, name: string, from: readonly string[], to: readonly string[]): string {
  return [id, name, from.join(', '), '->', to.join(', ')].filter((part) => part !== '').join(' ');
}

function withoutVersions(line: string): string {
  return line.split(' ').slice(0, 2).join(' ');
}

/** Expected findings after the versions up to this one, as `id package`. */
function expectedFindings(upTo: string): string[] {
  const open = new Set<string>();
  for (const { version, changes } of SHOP_API) {
    for (const [component, { introduced = [], resolved = [] }] of Object.entries(changes)) {
      const [name] = component.split(' ');
      for (const id of introduced) open.add(`${id} ${name}`);
      for (const id of resolved) open.delete(`${id} ${name}`);
    }
    if (version === upTo) break;
  }
  return [...open].toSorted();
}

function expectedShown(upTo: string): string[] {
  return expectedFindings(upTo).filter((line) => !FILTERED.has(line));
}

describe('expectation', () => {
  it.runIf(documents !== undefined).each(STEPS)(
    'names the versions in the documents of $step.version',
    ({ step, before }) => {
      const [held, now] = [before === undefined ? new Map() : readVersions(before.version), readVersions(step.version)];
      for (const component of Object.keys(step.changes)) {
        const name = component.split(' ')[0] ?? '';
        expect(describeChange('', name, held.get(name) ?? [], now.get(name) ?? [])).toBe(component);
      }
    },
  );
});

describe.runIf(advisories !== undefined && documents !== undefined)(
  'versions of a real service',
  { timeout: TIMEOUT_MS },
  () => {
    let updates: BucketUpdates;
    const versionIds = new Map<string, string>();
    const analyze = async (version: string, bytes: Buffer, service = SERVICE): Promise<string> => {
      const { versionId } = await updates.pipeline.send(version, bytes, 'main', service);
      await analyzeVersion(updates.pipeline.deps, { orgId: updates.pipeline.caller.orgId, versionId });
      return versionId;
    };
    beforeAll(async () => {
      updates = await startUpdatesFrom({ npm: await readAdvisories() });
      for (const { version } of SHOP_API) versionIds.set(version, await analyze(version, readDocument(version)));
    }, TIMEOUT_MS);
    afterAll(async () => {
      await updates.close();
    });

    interface Told {
      readonly type: string;
      readonly cause: string;
      readonly detail: Readonly<Record<'vulnerability' | 'package', string> & Record<'from' | 'to', string[]>>;
    }

    const listEvents = async (version: string): Promise<Told[]> =>
      await updates.pipeline.query<Told>(
        `select type, cause, detail from event where version_id = $1 and type like 'finding.%'`,
        [versionIds.get(version)],
      );

    /** Rows of open findings, without generated ids and times. */
    const listOpen = async (versionId: string | undefined): Promise<{ finding: string; relevance: string }[]> =>
      await updates.pipeline.query<{ finding: string; relevance: string }>(
        `select canonical_id || ' ' || package_name as finding, detail->'component'->>'version' as version, relevance,
           severity_rank, risk, band, has_fix, detail->'fix' as fix, detail->'match' as match
         from ${DETAILED_FINDINGS} v where version_id = $1 and known_to is null
         order by canonical_id, package_name, detail->'component'->>'version'`,
        [versionId],
      );

    it.each(STEPS)(
      'report the findings that $step.version introduces and resolves, with the component',
      async ({ step, before }) => {
        const told = await listEvents(step.version);

        const listed = (type: string): string[] =>
          told
            .filter((event) => event.type === type)
            .map(({ detail }) => describeChange(detail.vulnerability, detail.package, detail.from, detail.to))
            .toSorted();
        expect(new Set(told.map(({ cause }) => cause))).toEqual(new Set(['code']));
        expect(listed('finding.resolved')).toEqual(expected(step, 'resolved'));
        expect(told.filter(({ type }) => !['finding.introduced', 'finding.resolved'].includes(type))).toEqual([]);
        // Without a previous version there is no comparison, so only the affected versions are named.
        const asTold = (line: string): string => (before === undefined ? withoutVersions(line) : line);
        expect(listed('finding.introduced').map(asTold)).toEqual(expected(step, 'introduced').map(asTold));
      },
    );

    it.each(STEPS)('have exactly the unresolved findings open in $step.version', async ({ step }) => {
      const open = await listOpen(versionIds.get(step.version));

      expect([...new Set(open.map(({ finding }) => finding))].toSorted()).toEqual(expectedFindings(step.version));
      const shown = open.filter(({ relevance }) => relevance !== 'not_relevant').map(({ finding }) => finding);
      expect([...new Set(shown)].toSorted()).toEqual(expectedShown(step.version));
    });

    it.each(STEPS)('count in the analysis of $step.version what its lists contain', async ({ step, before }) => {
      const [analysis] = await updates.pipeline.query<{ delta: unknown; base: string | null }>(
        'select delta, base_version_id as base from analysis where version_id = $1',
        [versionIds.get(step.version)],
      );

      const changed = expected(step, 'moves').length;
      const introduced = expected(step, 'introduced').length;
      const unchanged = expectedShown(step.version).length - introduced - changed;
      expect(analysis).toEqual({
        delta: { introduced, resolved: expected(step, 'resolved').length, changed, unchanged },
        base: before === undefined ? null : versionIds.get(before.version),
      });
    });

    it.each(STEPS.slice(1))('differ at $step.version as their components do', async ({ step, before }) => {
      const { deps, caller } = updates.pipeline;

      const { findings, counts } = await compareVersions(deps, caller, {
        ...SERVICE,
        base: before?.version ?? '',
        head: step.version,
      });

      const listed = (changes: readonly ComparedFinding[]): string[] =>
        changes
          .map(({ known: { listed: found }, explained: { component } }) =>
            describeChange(
              found.canonicalId,
              found.package.split('\u001f').at(-1) ?? '',
              component?.from ?? [],
              component?.to ?? [],
            ),
          )
          .toSorted();
      expect(listed(findings.introduced)).toEqual(expected(step, 'introduced'));
      expect(listed(findings.resolved)).toEqual(expected(step, 'resolved'));
      expect(listed(findings.changed)).toEqual(expected(step, 'moves'));
      const { introduced, changed, unchanged } = counts;
      expect(introduced + changed + unchanged).toBe(expectedShown(step.version).length);
      const all = [...findings.introduced, ...findings.resolved, ...findings.changed];
      expect(new Set(all.map(({ explained }) => explained.cause))).toEqual(new Set(['code']));
    });

    it('reintroduce resolved findings when an old version is uploaded as the next', async () => {
      const versionId = await analyze('3.0.1', readDocument('2.1.0'));

      const told = await updates.pipeline.query<{ type: string; finding: string }>(
        `select type, detail->>'vulnerability' || ' ' || (detail->>'package') as finding
         from event where version_id = $1 and type like 'finding.%'`,
        [versionId],
      );
      const back = SHOP_API.slice(-1).flatMap((last) => expected(last, 'resolved').map(withoutVersions));
      expect(new Set(told.map(({ type }) => type))).toEqual(new Set(['finding.reintroduced']));
      expect(told.map(({ finding }) => finding).toSorted()).toEqual(back.toSorted());
    });

    it.each(['1.1.0', '3.0.0'])('have the same findings when %s is uploaded as SPDX', async (version) => {
      const versionId = await analyze(version, readDocument(version, 'spdx'), { service: `spdx-${version}` });

      expect(await listOpen(versionId)).toEqual(await listOpen(versionIds.get(version)));
    });
  },
);
