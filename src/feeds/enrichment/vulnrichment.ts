/**
 * Reads CISA's SSVC decision points from a zip archive of CVE records, as GitHub creates it for the repository
 * cisagov/vulnrichment. The archive also contains records that CISA has not assessed.
 */
import type { ParsedEnrichment, Enrichment } from '../../core/advisory/enrichment/enrichment.ts';
import { parseSsvc } from '../../core/advisory/enrichment/ssvc.ts';
import { isCveId } from '../../core/identity/vulnerability-id.ts';
import { parseJsonText } from '../../core/json/members.ts';
import { LIMITS } from '../../core/limits.ts';
import type { EnrichmentFeed } from '../feed.ts';
import { fetchFile, withoutSecrets, type FetchedFile, type FileSource } from '../fetch-file.ts';
import { toBatches } from './guard-enrichment.ts';
import { ARCHIVE_LIMITS, readArchive, type ArchiveEntry } from '../read-archive.ts';

const SOURCE = 'ssvc';

export function createVulnrichmentFeed(options: Omit<FileSource, 'name' | 'bytesMax'>): EnrichmentFeed {
  return {
    name: SOURCE,
    url: withoutSecrets(options.url),
    read: async (request, onProgress) => {
      const file = await fetchFile({ ...options, name: SOURCE, bytesMax: LIMITS.feedArchiveBytesMax }, request);
      if (file.kind === 'unchanged') return file;
      const { etag, lastModified, bytes } = file;
      const batches = toBatches({ source: SOURCE, readings: readRecords(file), bytes }, request, onProgress);
      const close = async (): Promise<void> => await file.discard();
      return { kind: 'read', part: SOURCE, etag, lastModified, asOf: null, batches, close };
    },
  };
}

async function* readRecords(file: FetchedFile): AsyncGenerator<readonly ParsedEnrichment<Enrichment>[]> {
  for await (const entry of readArchive(file.path, SOURCE, ARCHIVE_LIMITS, 'folders')) yield [parseEntry(entry)];
}

const UNREADABLE = { kind: 'bad', problem: 'it cannot be parsed' } as const;

function parseEntry(entry: ArchiveEntry): ParsedEnrichment<Enrichment> {
  if ('skipped' in entry) return entry.skipped === 'unreadable' ? UNREADABLE : { kind: 'none' };
  if (!isCveId(entry.id)) return { kind: 'none' };
  const reading = parseSsvc(parseJsonText(new TextDecoder().decode(entry.bytes)));
  const isAnother = reading.kind === 'read' && reading.enrichment.cve !== entry.id;
  return isAnother ? { kind: 'bad', problem: 'its file name does not match its id' } : reading;
}
