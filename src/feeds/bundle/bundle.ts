/**
 * Exposes a bundle as feeds, each under the name of the source of its records, so that an installation that gets a network later
 * continues where the bundle ended. A bundle has no lists and no single records; a directory is read completely or not at all.
 */
import { pathToFileURL } from 'node:url';
import { isVulnerabilityId } from '../../core/identity/vulnerability-id.ts';
import { createBundleEnrichment } from './bundle-enrichment.ts';
import { BUNDLE, openBundleFile, type BundleFile } from './bundle-file.ts';
import type { EnrichmentSection, RecordsSection } from './bundle-format.ts';
import type { EnrichmentFeed } from '../enrichment-feed.ts';
import { FEED_REFUSED, FEED_WITHOUT_RECORDS } from '../errors.ts';
import type { Feed, RawRecord } from '../feed.ts';
import { batchRecords } from '../record-batches.ts';

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

/** Throws FEED_REFUSED if the file is not a bundle, or is truncated or modified: all of it is verified first. */
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
    throw FEED_REFUSED({ source: BUNDLE, problem: 'it has a duplicate section' });
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
        throw FEED_REFUSED({ source: BUNDLE, problem: 'it contains none of the configured ecosystems' });
      return await Promise.resolve({ present, missing: ecosystems.filter((directory) => !sections.has(directory)) });
    },
    readList: async () => await Promise.resolve(undefined),
    readAll: (directory, { signal, onProgress }) => {
      const section = sections.get(directory);
      if (section === undefined)
        throw FEED_REFUSED({ source: BUNDLE, problem: 'it does not contain the requested section' });
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
