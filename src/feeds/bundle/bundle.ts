/**
 * Exposes a bundle as feeds, each under the name of the source of its records, so that an installation that gets a network later
 * continues where the bundle ended. A bundle has no lists and no single records; a directory is read completely or not at all.
 */
import { pathToFileURL } from 'node:url';
import { isVulnerabilityId, isCveId } from '../../core/identity/vulnerability-id.ts';
import { BUNDLE, openBundleFile, type BundleFile } from './bundle-file.ts';
import type { EnrichmentSection, RecordsSection, Item } from './bundle-format.ts';
import type { EnrichmentFeed, Feed, RawRecord } from '../feed.ts';
import { FEED_REJECTED, FEED_WITHOUT_RECORDS } from '../errors.ts';
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
  readonly signal: AbortSignal;
}

export interface Bundle {
  readonly createdAt: string;
  readonly feeds: readonly Feed[];
  readonly enrichment: readonly EnrichmentFeed[];
  /** Call after everything has been read. */
  close(): Promise<void>;
}

/** Throws FEED_REJECTED if the file is not a bundle, or is truncated or modified: all of it is verified first. */
export async function openBundle(path: string, { ecosystems, signal }: BundleOptions): Promise<Bundle> {
  const file = await openBundleFile(path, signal);
  const url = pathToFileURL(path).href;
  const records = file.sections.filter((section): section is RecordsSection => section.kind === 'records');
  const facts = file.sections.filter((section): section is EnrichmentSection => section.kind === 'enrichment');
  const isTwice =
    new Set(facts.map(({ part }) => part)).size < facts.length ||
    new Set(records.map(({ source, directory }) => `${source}/${directory}`)).size < records.length;
  if (isTwice) {
    await file.close();
    throw FEED_REJECTED({ source: BUNDLE, problem: 'it has a duplicate section' });
  }
  const sources = [...new Set(records.map(({ source }) => source))];
  return {
    createdAt: file.createdAt,
    feeds: sources.map((name) => {
      const sections = new Map(
        records.filter(({ source }) => source === name).map((section) => [section.directory, section]),
      );
      return createBundleFeed(file, { name, url, sections, ecosystems });
    }),
    enrichment: facts.map((section) => createBundleEnrichment(file, section, url)),
    close: async () => await file.close(),
  };
}

interface BundleSource {
  readonly name: string;
  readonly url: string;
  readonly sections: ReadonlyMap<string, RecordsSection>;
  readonly ecosystems: readonly string[];
}

function createBundleFeed(file: BundleFile, { name, url, sections, ecosystems }: BundleSource): Feed {
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
      // Copied, because transferring a view to a thread would also send the memory behind it.
      else yield { directory: section.directory, id, bytes: new Uint8Array(bytes) };
      seen.add(id);
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
