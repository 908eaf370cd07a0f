/**
 * Exposes a bundle as feeds, each under the name of the source of its records, so that an installation that gets a network later
 * continues where the bundle ended. A bundle has no lists and no single records; a directory is read completely or not at all.
 */
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { isVulnerabilityId, isCveId } from '../../core/identity/vulnerability-id.ts';
import { BUNDLE, openBundleFile, type BundleFile } from './bundle-file.ts';
import type { EnrichmentSection, RecordsSection, RowsSection, Item, PreparedBy } from './bundle-format.ts';
import type { EnrichmentFeed, Feed, RawRecord, ReadOptions } from '../feed.ts';
import { ecosystemOfDirectory } from '../../core/advisory/distributions/published-file.ts';
import { FEED_REJECTED, FEED_WITHOUT_RECORDS } from '../errors.ts';
import { DISTRIBUTIONS, RELEASE_CALENDAR } from '../../core/vocabulary/source.ts';
import { batchRecords } from '../record-batches.ts';
import { z } from 'zod';
import type { Enrichment, ParsedEnrichment } from '../../core/advisory/enrichment/enrichment.ts';
import { parseDay, parseInstant } from '../../core/advisory/instant.ts';
import { parseJsonText } from '../../core/json/members.ts';
import { LIMITS } from '../../core/limits.ts';
import { EXPLOITATION_STATES, TECHNICAL_IMPACTS } from '../../core/vocabulary/severity.ts';
import { checkAge, toBatches } from '../enrichment/guard-enrichment.ts';

export interface BundleOptions {
  /** Directories to read from the bundle. */
  readonly ecosystems: readonly string[];
  /** What makes rows here: those of another installation are used only if the same has made them. */
  readonly prepared?: PreparedBy;
  readonly signal: AbortSignal;
}

export interface Bundle {
  readonly createdAt: string;
  /** Whether the rows of the bundle can be used; undefined if it has none. */
  readonly areRowsUsable: boolean | undefined;
  readonly feeds: readonly Feed[];
  readonly enrichment: readonly EnrichmentFeed[];
  /** Call after everything has been read. */
  close(): Promise<void>;
}

/** Throws FEED_REJECTED if the file is not a bundle, or is truncated or modified: all of it is verified first. */
export async function openBundle(path: string, { ecosystems, prepared, signal }: BundleOptions): Promise<Bundle> {
  const file = await openBundleFile(path, signal);
  const url = pathToFileURL(path).href;
  const records = file.sections.filter((section): section is RecordsSection => section.kind === 'records');
  const facts = file.sections.filter((section): section is EnrichmentSection => section.kind === 'enrichment');
  const rows = file.sections.filter((section): section is RowsSection => section.kind === 'rows');
  const areRowsUsable = file.prepared === undefined ? undefined : isDeepStrictEqual(file.prepared, prepared);
  const isTwice =
    new Set(facts.map(({ part }) => part)).size < facts.length ||
    new Set(rows.map(({ source, directory, table }) => `${source}/${directory}/${table}`)).size < rows.length ||
    new Set(records.map(({ source, directory }) => `${source}/${directory}`)).size < records.length;
  if (isTwice) {
    await file.close();
    throw FEED_REJECTED({ source: BUNDLE, problem: 'it has a duplicate section' });
  }
  const isWanted = ({ directory }: RecordsSection): boolean => ecosystems.includes(ecosystemOfDirectory(directory));
  const wanted = records.filter(isWanted);
  const releases = records.filter(({ source }) => source === RELEASE_CALENDAR);
  // If none is wanted, the sources report it.
  const sources = [...new Set((wanted.length === 0 ? records : [...wanted, ...releases]).map(({ source }) => source))];
  return {
    createdAt: file.createdAt,
    areRowsUsable,
    feeds: sources.map((name) => {
      const sections = new Map(
        records.filter(({ source }) => source === name).map((section) => [section.directory, section]),
      );
      const usable = rows.filter(({ source }) => areRowsUsable === true && source === name);
      const directories = listDirectories(name, [...sections.values()].filter(isWanted), ecosystems);
      return createBundleFeed(file, { name, url, sections, rows: usable, ecosystems: directories });
    }),
    enrichment: facts.map((section) => createBundleEnrichment(file, section, url)),
    close: async () => await file.close(),
  };
}

function listDirectories(
  source: string,
  sections: readonly RecordsSection[],
  ecosystems: readonly string[],
): readonly string[] {
  if (source === RELEASE_CALENDAR) return [RELEASE_CALENDAR];
  // Distributions have any number of files.
  return source === DISTRIBUTIONS ? sections.map(({ directory }) => directory) : ecosystems;
}

interface BundleSource {
  readonly name: string;
  readonly url: string;
  readonly sections: ReadonlyMap<string, RecordsSection>;
  readonly rows: readonly RowsSection[];
  readonly ecosystems: readonly string[];
}

function createBundleFeed(file: BundleFile, { name, url, sections, rows, ecosystems }: BundleSource): Feed {
  return {
    name,
    url,
    listDirectories: async () => {
      const present = ecosystems.filter((directory) => sections.has(directory));
      if (present.length === 0)
        throw FEED_REJECTED({ source: BUNDLE, problem: 'it contains none of the configured ecosystems' });
      return await Promise.resolve({ present, missing: ecosystems.filter((directory) => !sections.has(directory)) });
    },
    readList: async () => await Promise.resolve(undefined),
    readAll: (directory, { signal, onProgress }) => {
      const section = sections.get(directory);
      if (section === undefined)
        throw FEED_REJECTED({ source: BUNDLE, problem: 'it does not contain the requested section' });
      let skipped = 0;
      const records = readRecords(file, section, signal, () => (skipped += 1));
      const recordsTotal = section.items;
      return batchRecords(records, (totals) => onProgress({ directory, recordsTotal, skipped, ...totals }));
    },
    readRows: (directory, options) => {
      const ofDirectory = rows.filter((section) => section.directory === directory);
      const records = sections.get(directory)?.items;
      if (ofDirectory.length === 0 || records === undefined) return undefined;
      return { records, parts: readParts(file, ofDirectory, records, options) };
    },
    readSome: (directory) => {
      throw FEED_WITHOUT_RECORDS({ source: BUNDLE, directory });
    },
  };
}

/**
 * Follows the rules of archives: an entry without a valid id is not a record, and the first of several with the same id is used.
 */
async function* readRecords(
  file: BundleFile,
  section: RecordsSection,
  signal: AbortSignal,
  onSkipped: () => void,
): AsyncGenerator<RawRecord> {
  const seen = new Set<string>();
  for await (const items of file.readSection(section, signal)) {
    for (const { name: id, bytes } of items) {
      if (!isVulnerabilityId(id) || seen.has(id)) onSkipped();
      // Copied, because a view would keep all of the memory behind it.
      else yield { directory: section.directory, id, bytes: new Uint8Array(bytes) };
      seen.add(id);
    }
  }
}

/** Progress is counted in records, as if each had the same share of the rows. */
async function* readParts(
  file: BundleFile,
  sections: readonly RowsSection[],
  recordsTotal: number,
  { signal, onProgress }: ReadOptions,
): AsyncGenerator<{ readonly table: string; readonly bytes: Uint8Array }> {
  const total = sections.reduce((sum, { items }) => sum + items, 0);
  let done = 0;
  let bytes = 0;
  for (const section of sections) {
    for await (const items of file.readSection(section, signal)) {
      const piece = Buffer.concat(items.map((item) => item.bytes));
      yield { table: section.table, bytes: piece };
      done += items.length;
      bytes += piece.length;
      const records = Math.floor((recordsTotal * done) / total);
      onProgress({ directory: section.directory, records, recordsTotal, skipped: 0, bytes });
    }
  }
}

/** Reads the enrichment of CVE ids from a bundle, with the same checks as for the sources themselves. */
function createBundleEnrichment(file: BundleFile, section: EnrichmentSection, url: string): EnrichmentFeed {
  const { part, asOf, storedBytes } = section;
  return {
    name: part,
    url,
    read: async (request, onProgress) => {
      checkAge(part, asOf, request);
      const signal = request.signal ?? new AbortController().signal;
      const rows = { source: part, readings: readRows(file, section, signal), bytes: storedBytes };
      const batches = toBatches(rows, request, onProgress);
      // The caller that opened the bundle closes it.
      return await Promise.resolve({ kind: 'read', part, asOf, batches, close: async () => {} });
    },
  };
}

async function* readRows(
  file: BundleFile,
  section: EnrichmentSection,
  signal: AbortSignal,
): AsyncGenerator<readonly ParsedEnrichment<Enrichment>[]> {
  const Facts = FACTS[section.part];
  for await (const items of file.readSection(section, signal)) yield items.map((item) => parseRow(item, Facts));
}

const Day = z.string().refine((text) => parseDay(text) !== undefined);
const Instant = z.string().refine((text) => parseInstant(text) !== undefined);
const Text = z.string().max(LIMITS.detailTextCharactersMax).nullable();
const Share = z.number().min(0).max(1);

const FACTS = {
  kev: z.strictObject({
    kev: z.strictObject({ dateAdded: Day, dueDate: Day.nullable(), ransomware: z.boolean(), name: Text, action: Text }),
  }),
  epss: z.strictObject({ epss: z.strictObject({ score: Share, percentile: Share.nullable() }) }),
  ssvc: z.strictObject({
    ssvc: z.strictObject({
      exploitation: z.enum(EXPLOITATION_STATES).nullable(),
      automatable: z.boolean().nullable(),
      technicalImpact: z.enum(TECHNICAL_IMPACTS).nullable(),
      at: Instant.nullable(),
    }),
  }),
};

function parseRow({ name, bytes }: Item, Facts: (typeof FACTS)[keyof typeof FACTS]): ParsedEnrichment<Enrichment> {
  const facts = Facts.safeParse(parseJsonText(new TextDecoder().decode(bytes)));
  if (!isCveId(name) || !facts.success) return { kind: 'bad', problem: 'a row cannot be parsed' };
  return { kind: 'read', enrichment: { cve: name, ...facts.data } };
}
