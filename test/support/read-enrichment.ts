/** Reads a source of enrichment completely, as a caller would, and builds small files for it. */
import type { Enrichment } from '../../src/core/advisory/enrichment/enrichment.ts';
import type { EnrichmentFeed, EnrichmentRequest, FeedProgress } from '../../src/feeds/feed.ts';
import { writeZip } from './zip-writer.ts';

export const NOW_MS = Date.parse('2026-11-15T12:00:00Z');

export interface EnrichmentResult {
  readonly rows: readonly Enrichment[];
  readonly asOf: string | null;
  readonly etag: string | undefined;
  readonly progress: readonly FeedProgress[];
}

export async function readEnrichmentFeed(
  feed: EnrichmentFeed,
  request: Partial<EnrichmentRequest> = {},
): Promise<EnrichmentResult | 'unchanged'> {
  const progress: FeedProgress[] = [];
  const answer = await feed.read({ nowMs: NOW_MS, ...request }, (step) => progress.push(step));
  if (answer.kind === 'unchanged') return 'unchanged';
  const rows: Enrichment[] = [];
  try {
    for await (const batch of answer.batches) rows.push(...batch);
  } finally {
    await answer.close();
  }
  return { rows, asOf: answer.asOf, etag: answer.etag, progress };
}

export const cveOf = (index: number): string => `CVE-2024-${String(index + 1_000)}`;

export function aKevCatalog(count: number, changes: Record<string, unknown> = {}): string {
  const vulnerabilities = Array.from({ length: count }, (_, index) => ({
    cveID: cveOf(index),
    vulnerabilityName: `Vulnerability ${index}`,
    dateAdded: '2024-03-01',
    dueDate: '2024-03-22',
    requiredAction: 'Apply updates.',
    knownRansomwareCampaignUse: index === 0 ? 'Known' : 'Unknown',
  }));
  return JSON.stringify({ dateReleased: '2026-11-14T17:00:00.000Z', count, vulnerabilities, ...changes });
}

/** Scores from 0 on: `0.00000`, `0.00001`, ... */
export function anEpssFile(count: number, day = '2026-11-15'): string {
  const rows = Array.from({ length: count }, (_, index) => `${cveOf(index)},${(index / 100_000).toFixed(5)},0.5\n`);
  return `#model_version:v2026.06.15,score_date:${day}T00:00:00+0000\ncve,epss,percentile\n${rows.join('')}`;
}

export function aCveRecord(cve: string, exploitation = 'none'): string {
  const options = [{ Exploitation: exploitation }, { Automatable: 'no' }, { 'Technical Impact': 'partial' }];
  const content = { id: cve, options, timestamp: '2024-06-11T14:04:20.266694Z' };
  const providerMetadata = { orgId: '134c704f-9b21-4f2e-91b3-4a467353bcc0' };
  return JSON.stringify({
    cveMetadata: { cveId: cve },
    containers: { adp: [{ providerMetadata, metrics: [{ other: { type: 'ssvc', content } }] }] },
  });
}

export function aVulnrichmentArchive(count: number): Buffer {
  return writeZip([
    { name: 'vulnrichment-develop/README.md', content: 'x' },
    ...Array.from({ length: count }, (_, index) => ({
      name: `vulnrichment-develop/2024/1xxx/${cveOf(index)}.json`,
      content: aCveRecord(cveOf(index)),
    })),
  ]);
}
