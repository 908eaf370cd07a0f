/**
 * A few versions whose advisories change: each edit is read, applied and published as the jobs would do it, and the result is
 * returned as lines that a table can contain.
 */
import type { Enrichment } from '../../src/core/advisory/enrichment/enrichment.ts';
import type { EnrichmentPart } from '../../src/core/vocabulary/source.ts';
import { analyzeVersion } from '../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../src/pipeline/analysis/apply-snapshot.ts';
import { mergeEnrichment } from '../../src/store/advisories/merge/enrichment.ts';
import { takeSnapshot } from '../../src/store/advisories/snapshots.ts';
import { shareTransactions } from '../../src/store/shared-transactions.ts';
import type { AdvisoryUpdates } from './advisory-updates.ts';
import type { TestOrganization } from './test-pipeline.ts';

export interface Followed {
  /** Components that were matched again. */
  readonly matched: number;
  /** Names of the versions that were analyzed. */
  readonly analyzed: readonly string[];
  /** `version type cause change vulnerability`, for events of findings. */
  readonly told: readonly string[];
}

export interface LivingPortfolio {
  readonly versionIds: ReadonlyMap<string, string>;
  /** `{ a: ['pkg:npm/alpha@1.0.0'] }`: uploads a version of one service for each name. */
  upload(versions: Readonly<Record<string, readonly string[]>>): Promise<void>;
  /** Uploads one document unchanged. */
  send(version: string, document: object, service: string): Promise<void>;
  /** Applies new advisory data and runs the requested analyses. */
  follow(): Promise<Followed>;
  /** Replaces the enrichment of CVE ids from one source. */
  enrich(part: EnrichmentPart, rows: readonly Enrichment[]): Promise<void>;
}

export function createLivingPortfolio(
  updates: AdvisoryUpdates,
  organization: TestOrganization,
  /** Whether its versions are analyzed again at once, in shared transactions, as background jobs are. */
  { atOnce: isShared = false }: { readonly atOnce?: boolean } = {},
): LivingPortfolio {
  const deps = { ...updates.pipeline.deps, now: () => updates.now() };
  const batchDeps = { ...deps, database: shareTransactions(deps.database) };
  const { orgId } = organization.caller;
  const versionIds = new Map<string, string>();
  let seen = { event: FIRST, analysis: FIRST };

  const news = async <Row extends { id: string }>(what: 'event' | 'analysis', statement: string): Promise<Row[]> => {
    const rows = await organization.query<Row>(`${statement} and t.id > $1 order by t.id`, [seen[what]]);
    seen = { ...seen, [what]: rows.at(-1)?.id ?? seen[what] };
    return rows;
  };
  const look = async (): Promise<Omit<Followed, 'matched'>> => {
    const analyses = await news<{ id: string; name: string }>(
      'analysis',
      'select t.id, v.name from analysis t join service_version v on v.org_id = t.org_id and v.id = t.version_id where true',
    );
    const events = await news<{ id: string; line: string }>(
      'event',
      `select t.id, concat_ws(' ', v.name, t.type, t.cause, t.detail->>'change', t.detail#>>'{reasons,0,reason}',
         t.detail->>'vulnerability') as line
       from event t join service_version v on v.org_id = t.org_id and v.id = t.version_id
       where (t.type like 'finding.%' or t.type like 'relevance.%')`,
    );
    return { analyzed: analyses.map(({ name }) => name).toSorted(), told: events.map(({ line }) => line).toSorted() };
  };
  const runAll = async (atOnce: boolean): Promise<void> => {
    const jobs = [...versionIds.values()].map((versionId) => ({ orgId, versionId }));
    if (atOnce) await Promise.all(jobs.map(async (job) => await analyzeVersion(batchDeps, job)));
    else for (const job of jobs) await analyzeVersion(deps, job);
  };

  return {
    versionIds,
    upload: async (versions) => {
      for (const [name, purls] of Object.entries(versions)) {
        const components = purls.map((purl) => {
          const [, path = '', version = ''] = /^pkg:[a-z]+\/(.+)@(.+)$/u.exec(purl) ?? [];
          return { type: 'library', name: path, version, purl, 'bom-ref': path };
        });
        const { versionId } = await organization.upload(name, { components, dependencies: [] });
        versionIds.set(name, versionId);
      }
      await runAll(false);
      await look();
    },
    send: async (version, document, service) => {
      const bytes = Buffer.from(JSON.stringify(document));
      const { versionId } = await organization.send(version, bytes, 'main', { service });
      versionIds.set(version, versionId);
      await analyzeVersion(deps, { orgId, versionId });
      await look();
    },
    follow: async () => {
      const { matched } = await applySnapshot(deps, { orgId });
      await runAll(isShared);
      return { matched, ...(await look()) };
    },
    enrich: async (part, rows) => {
      await deps.database.reference(async (tx) => {
        await tx.client.query(
          `insert into advisory_source (name, url, state) values ($1, 'https://example.org/', 'ready') on conflict do nothing`,
          [part],
        );
        await mergeEnrichment(
          tx,
          part,
          toBatches(rows),
          async (changed) => await takeSnapshot(tx, part, changed, new Date(deps.now()).toISOString()),
        );
      });
    },
  };
}

const FIRST = '00000000-0000-0000-0000-000000000000';

async function* toBatches(rows: readonly Enrichment[]): AsyncGenerator<readonly Enrichment[]> {
  yield rows;
}
