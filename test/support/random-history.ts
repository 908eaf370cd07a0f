/**
 * A service with a random history: uploads, repeated uploads, deletions, aliases that move, advisories that change, analyses at
 * any time. It records the expected final content, so that another service can be created with only that.
 */
import fc from 'fast-check';
import { analyzeVersion } from '../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../src/pipeline/analysis/apply-snapshot.ts';
import { lockAndRequestAnalysis } from '../../src/pipeline/request-analysis.ts';
import { setAlias } from '../../src/pipeline/portfolio/change-version.ts';
import { deleteSbom } from '../../src/pipeline/upload/change-sbom.ts';
import { anAffected, anOsvRecord } from './advisories.ts';
import type { AdvisoryUpdates } from './advisory-updates.ts';
import type { OsvBucket } from './osv-bucket.ts';
import type { ExportRecord } from './osv-mirror.ts';
import type { TestOrganization } from './test-pipeline.ts';

const DOCUMENTS: readonly Readonly<Record<string, string>>[] = [
  { alpha: '1.0.0' },
  { alpha: '1.5.0', beta: '1.0.0' },
  { alpha: '2.0.0', beta: '1.0.0' },
  { alpha: '1.0.0', beta: '1.5.0', gamma: '1.0.0' },
  { gamma: '1.0.0' },
];
const VERSIONS = ['1', '2', '3'] as const;
const SLOTS = ['a', 'b'] as const;
/** The package that each record affects; the first two can turn out to be the same vulnerability. */
const RECORDS = { one: 'alpha', two: 'alpha', three: 'beta' } as const;

const VECTORS = {
  none: [],
  low: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N' }],
  high: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }],
} as const;

const version = fc.constantFrom(...VERSIONS);
const slot = fc.constantFrom('a', 'a', 'b');
const often = fc.constantFrom(true, true, true, false);
const upload = fc.record({
  kind: fc.constant('upload' as const),
  version: fc.constantFrom(...VERSIONS, 'latest' as const),
  slot,
  document: fc.nat(DOCUMENTS.length - 1),
  isAnalyzed: often,
});
const advisory = fc.record({
  kind: fc.constant('advisory' as const),
  record: fc.constantFrom('one' as const, 'two' as const, 'three' as const),
  fixed: fc.constantFrom('1.2.0', '2.0.0'),
  isTied: fc.boolean(),
  isWithdrawn: fc.constantFrom(false, false, true),
  /** Often the only member that changes. */
  rating: fc.constantFrom('none', 'low', 'high'),
  isApplied: often,
});
type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

export type Step =
  | ValueOf<typeof upload>
  | ValueOf<typeof advisory>
  | { readonly kind: 'again' | 'delete'; readonly version: string; readonly slot: string; readonly isAnalyzed: boolean }
  | { readonly kind: 'alias' | 'analyze' | 'ask'; readonly version: string }
  | { readonly kind: 'apply' };

export const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
    { weight: 6, arbitrary: upload },
    { weight: 4, arbitrary: advisory },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('again', 'delete'), version, slot, isAnalyzed: often }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('alias', 'analyze', 'ask'), version }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'apply' }) },
  ),
  { minLength: 8, maxLength: 14, size: 'max' },
);

export interface RandomHistory {
  /** By name, in upload order. */
  readonly versionIds: ReadonlyMap<string, string>;
  /** Creates two advisories and a version, so that there is something to change. */
  begin(): Promise<void>;
  /** Returns false when there was nothing to do. */
  run(step: Step): Promise<boolean>;
  /** Completes all pending work on the newest data. */
  finish(): Promise<void>;
  /** Analyzes each version again, in upload order. */
  askAll(): Promise<void>;
  /** Uploads the content of the versions to another organization and returns its versions by name. */
  repeatIn(other: TestOrganization): Promise<ReadonlyMap<string, string>>;
}

interface Held {
  readonly sbomId: string;
  readonly document: number;
}

/** `round` makes its packages and records unique. */
export function createRandomHistory(
  updates: AdvisoryUpdates,
  publish: Publish,
  organization: TestOrganization,
  round: number,
): RandomHistory {
  const { deps } = updates.pipeline;
  const { caller } = organization;
  const versionIds = new Map<string, string>();
  const held = new Map<string, Held>();
  let latest: string | undefined;

  const analyze = async (versionId: string | undefined, of = caller): Promise<void> => {
    if (versionId !== undefined) await analyzeVersion(deps, { orgId: of.orgId, versionId });
  };
  /** Completes all pending work on the newest data. */
  const apply = async (): Promise<void> => {
    await applySnapshot(deps, caller);
    for (const versionId of versionIds.values()) await analyze(versionId);
  };
  const send = async (to: TestOrganization, name: string, place: string, document: number): Promise<string[]> => {
    const components = Object.entries(DOCUMENTS[document] ?? {}).map(([each, number]) =>
      aLibrary(`${each}-${round}`, number),
    );
    // The place is part of the bytes: no two slots have the same document.
    const changes = { components, dependencies: [], properties: [{ name: 'place', value: place }] };
    const { id, versionId, versionName } = await to.upload(name, changes, place);
    return [id, versionId, versionName];
  };

  const toRecord = (step: Omit<ValueOf<typeof advisory>, 'kind' | 'isApplied'>): ExportRecord => {
    const ids = {
      one: `GHSA-aaaa-aaaa-${round}`,
      two: `CVE-2024-${1_000 + round}`,
      three: `CVE-2025-${1_000 + round}`,
    };
    return anOsvRecord({
      id: ids[step.record],
      modified: later(),
      aliases: step.isTied && step.record === 'one' ? [ids.two] : [],
      severity: VECTORS[step.rating],
      affected: [
        anAffected({
          name: `${RECORDS[step.record]}-${round}`,
          events: [{ introduced: '0' }, { fixed: step.fixed }],
        }),
      ],
      ...(step.isWithdrawn && { withdrawn: '2025-06-01T00:00:00Z' }),
    });
  };

  const run = async (step: Step): Promise<boolean> => {
    switch (step.kind) {
      case 'advisory':
        await publish(toRecord(step));
        if (step.isApplied) await apply();
        return true;
      case 'apply':
        await apply();
        return true;
      case 'upload': {
        if (step.version === 'latest' && latest === undefined) return false;
        const [sbomId = '', versionId = '', name = ''] = await send(
          organization,
          step.version,
          step.slot,
          step.document,
        );
        versionIds.set(name, versionId);
        held.set(`${name} ${step.slot}`, { sbomId, document: step.document });
        if (step.isAnalyzed) await analyze(versionId);
        return true;
      }
    }
    const versionId = versionIds.get(step.version);
    if (versionId === undefined) return false;
    switch (step.kind) {
      case 'alias':
        await setAlias(deps, caller, { service: 'svc', version: step.version }, 'latest');
        latest = step.version;
        return true;
      case 'ask':
        await lockAndRequestAnalysis(deps, { orgId: caller.orgId, versionId }, 'manual');
        return true;
      case 'analyze':
        await analyze(versionId);
        return true;
    }
    const place = `${step.version} ${step.slot}`;
    const there = held.get(place);
    if (there === undefined) return false;
    if (step.kind === 'again') await send(organization, step.version, step.slot, there.document);
    else {
      await deleteSbom(deps, caller, there.sbomId);
      held.delete(place);
      if (step.isAnalyzed) await analyze(versionId);
    }
    return true;
  };

  return {
    versionIds,
    begin: async () => {
      const first = { fixed: '2.0.0', isTied: false, isWithdrawn: false, rating: 'low' } as const;
      await publish(toRecord({ ...first, record: 'one' }), toRecord({ ...first, record: 'two' }));
      await run({ kind: 'upload', version: '1', slot: 'a', document: 1, isAnalyzed: true });
      await run({ kind: 'alias', version: '1' });
    },
    run,
    finish: apply,
    askAll: async () => {
      for (const versionId of versionIds.values()) {
        await lockAndRequestAnalysis(deps, { orgId: caller.orgId, versionId }, 'manual');
        await analyze(versionId);
      }
    },
    repeatIn: async (other) => {
      const repeated = new Map<string, string>();
      for (const name of versionIds.keys()) {
        for (const place of SLOTS) {
          const there = held.get(`${name} ${place}`);
          if (there === undefined) continue;
          const [, versionId = ''] = await send(other, name, place, there.document);
          repeated.set(name, versionId);
        }
        await analyze(repeated.get(name), other.caller);
      }
      return repeated;
    },
  };
}

type Publish = (...records: readonly ExportRecord[]) => Promise<void>;

/** Adds records to a bucket and syncs it again. */
export function createPublisher(updates: AdvisoryUpdates, bucket: OsvBucket, first: readonly ExportRecord[]): Publish {
  const records = new Map(first.map((record) => [String(record['id']), record]));
  return async (...changed) => {
    for (const record of changed) records.set(String(record['id']), record);
    bucket.set('npm', [...records.values()]);
    await updates.refresh();
  };
}

let minutes = 0;
/** Returns a time that is a minute later with each call. */
function later(): string {
  minutes += 1;
  return new Date(Date.parse('2026-01-01T00:00:00Z') + minutes * 60_000).toISOString();
}

function aLibrary(name: string, number: string): object {
  return { type: 'library', name, version: number, purl: `pkg:npm/${name}@${number}`, 'bom-ref': name };
}
