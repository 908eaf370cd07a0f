/** `assay advisories export <file>`: writes the data of all sources to one file, for an installation without a network. */
import { resolve } from 'node:path';
import { ENRICHMENT_PARTS, SUPPLEMENTARY_SOURCES } from '../../../core/vocabulary/source.ts';
import { loadConfig } from '../../../config.ts';
import { writeBundle, type BundleSection, type WrittenBundle } from '../../../feeds/bundle/write-bundle.ts';
import type { PreparedBy } from '../../../feeds/bundle/bundle-format.ts';
import { STARTER } from '../../../pipeline/advisories/data-state.ts';
import { ADVISORY_READER_VERSION } from '../../../pipeline/deps.ts';
import {
  listStoredDirectories,
  useReadOnlySnapshot,
  streamStoredEnrichment,
  streamStoredRecords,
} from '../../../store/advisories/vulnerabilities/export-records.ts';
import { listSources, type AdvisorySource } from '../../../store/advisories/sources.ts';
import { PREPARED_TABLES, streamPreparedRows } from '../../../store/advisories/merge/prepared-rows.ts';
import type { LoadTx } from '../../../store/database.ts';
import { listMigrations } from '../../../store/migrate.ts';
import { withDatabase } from '../../command-database.ts';
import { ADVISORIES_ABSENT, BUNDLE_INTERRUPTED } from '../../errors.ts';
import { untilInterrupted } from '../../terminal/interruption.ts';
import { toSize } from '../../terminal/progress.ts';

export async function exportAdvisories(file: string): Promise<void> {
  const path = resolve(file);
  const { sections, bytes } = await untilInterrupted(async (signal) => {
    try {
      return await withDatabase(
        loadConfig(),
        async (database) => await database.load(async (tx) => await writeAll(tx, path, signal)),
        // The rows of a directory are one statement, which waits for the disk.
        { statementTimeoutMs: 0 },
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

async function writeAll(tx: LoadTx, path: string, signal: AbortSignal): Promise<WrittenBundle> {
  await useReadOnlySnapshot(tx);
  const sources = (await listSources(tx)).filter(({ name, records }) => name !== STARTER && records > 0);
  if (sources.length === 0) throw ADVISORIES_ABSENT();
  return await writeBundle(path, sectionsOf(tx, sources), {
    createdAt: timeOf(sources),
    prepared: await describePreparation(),
    signal,
    onSection: (section) => {
      if (section.kind === 'rows') return;
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

/** The tables of this version and the parser that fills them. */
export async function describePreparation(): Promise<PreparedBy> {
  return { migration: (await listMigrations()).at(-1) ?? '', reader: ADVISORY_READER_VERSION };
}

async function* sectionsOf(tx: LoadTx, sources: readonly AdvisorySource[]): AsyncGenerator<BundleSection> {
  const places = [];
  for (const { name } of sources.toSorted(byImportance)) places.push(...(await listStoredDirectories(tx, name)));
  const directories = places.map(({ directory }) => directory);
  for (const place of places) {
    yield { kind: 'records', ...place, records: streamStoredRecords(tx, place) };
    for (const table of PREPARED_TABLES) {
      yield { kind: 'rows', ...place, table, lines: streamPreparedRows(tx, table, { ...place, directories }) };
    }
  }
  for (const part of ENRICHMENT_PARTS) {
    const asOf = sources.find(({ name }) => name === part)?.newestRecordAt ?? null;
    yield { kind: 'enrichment', part, asOf, rows: streamStoredEnrichment(tx, part) };
  }
}

/** The first directory also carries the source packages of families without one. */
function byImportance(a: AdvisorySource, b: AdvisorySource): number {
  return Number(SUPPLEMENTARY_SOURCES.has(a.name)) - Number(SUPPLEMENTARY_SOURCES.has(b.name));
}
