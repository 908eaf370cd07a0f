/** `assay advisories export <file>`: writes the data of all sources to one file, for an installation without a network. */
import { resolve } from 'node:path';
import { ENRICHMENT_PARTS } from '../../../core/vocabulary/source.ts';
import { loadConfig } from '../../../config.ts';
import { writeBundle, type BundleSection, type WrittenBundle } from '../../../feeds/bundle/write-bundle.ts';
import { STARTER } from '../../../pipeline/advisories/data-state.ts';
import {
  listStoredDirectories,
  useReadOnlySnapshot,
  streamStoredEnrichment,
  streamStoredRecords,
} from '../../../store/advisories/vulnerabilities/export-records.ts';
import { listSources, type AdvisorySource } from '../../../store/advisories/sources.ts';
import type { ReferenceTx } from '../../../store/database.ts';
import { withDatabase } from '../../command-database.ts';
import { ADVISORIES_ABSENT, BUNDLE_INTERRUPTED } from '../../errors.ts';
import { untilInterrupted } from '../../terminal/interruption.ts';
import { toSize } from '../../terminal/progress.ts';
import { parseArguments } from '../../terminal/parse-arguments.ts';

export async function exportAdvisories(parameters: readonly string[]): Promise<void> {
  const { places } = parseArguments('advisories export', parameters, {}, ['the file to write']);
  const path = resolve(places[0] ?? '');
  const { sections, bytes } = await untilInterrupted(async (signal) => {
    try {
      return await withDatabase(
        loadConfig(),
        async (database) => await database.reference(async (tx) => await writeAll(tx, path, signal)),
      );
    } catch (error) {
      throw signal.aborted ? BUNDLE_INTERRUPTED(undefined, { cause: error }) : error;
    }
  });
  const count = (kind: 'records' | 'enrichment'): number =>
    sections.reduce((sum, section) => sum + (section.kind === kind ? section.items : 0), 0);
  process.stdout.write(
    `Exported ${count('records')} advisories and ${count('enrichment')} KEV, EPSS and SSVC entries to ${path} (${toSize(bytes)}).\n`,
  );
}

async function writeAll(tx: ReferenceTx, path: string, signal: AbortSignal): Promise<WrittenBundle> {
  await useReadOnlySnapshot(tx);
  const sources = (await listSources(tx)).filter(({ name, records }) => name !== STARTER && records > 0);
  if (sources.length === 0) throw ADVISORIES_ABSENT();
  return await writeBundle(path, sectionsOf(tx, sources), {
    createdAt: timeOf(sources),
    signal,
    onSection: (section) => {
      const what = section.kind === 'records' ? `${section.source} ${section.directory}` : section.part;
      process.stdout.write(`exporting: ${what}, ${section.items} records, ${toSize(section.storedBytes)}\n`);
    },
  });
}

/** Returns the time of the data, so that an import does not present it as newer than it is. */
function timeOf(sources: readonly AdvisorySource[]): string {
  const times = sources.flatMap(({ name, lastSuccessAt }) => (name === 'osv' ? (lastSuccessAt ?? []) : []));
  return times[0] ?? new Date().toISOString();
}

async function* sectionsOf(tx: ReferenceTx, sources: readonly AdvisorySource[]): AsyncGenerator<BundleSection> {
  for (const { name } of sources) {
    for (const place of await listStoredDirectories(tx, name)) {
      yield { kind: 'records', ...place, records: streamStoredRecords(tx, place) };
    }
  }
  for (const part of ENRICHMENT_PARTS) {
    const asOf = sources.find(({ name }) => name === part)?.newestRecordAt ?? null;
    yield { kind: 'enrichment', part, asOf, rows: streamStoredEnrichment(tx, part) };
  }
}
