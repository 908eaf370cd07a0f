/** Reads CISA's catalog of known exploited vulnerabilities (KEV), a JSON file of about one megabyte. */
import { readFile } from 'node:fs/promises';
import { parseKevCatalog, parseKevEntry, type KevCatalog } from '../../core/advisory/enrichment/kev.ts';
import { LIMITS } from '../../core/limits.ts';
import type { EnrichmentFeed } from '../feed.ts';
import { FEED_REJECTED } from '../errors.ts';
import { fetchFile, withoutSecrets, type FileSource } from '../fetch-file.ts';
import { checkAge, toBatches } from './guard-enrichment.ts';

const SOURCE = 'kev';

export function createKevFeed(options: Omit<FileSource, 'name' | 'bytesMax'>): EnrichmentFeed {
  return {
    name: SOURCE,
    url: withoutSecrets(options.url),
    read: async (request, onProgress) => {
      const file = await fetchFile({ ...options, name: SOURCE, bytesMax: LIMITS.kevBytesMax }, request);
      if (file.kind === 'unchanged') return file;
      try {
        const { entries, releasedAt } = parseCatalog(await readFile(file.path, 'utf8'));
        checkAge(SOURCE, releasedAt, request);
        const { etag, lastModified, bytes } = file;
        const batches = toBatches({ source: SOURCE, readings: parseEntries(entries), bytes }, request, onProgress);
        const close = async (): Promise<void> => await file.discard();
        return { kind: 'read', part: SOURCE, etag, lastModified, asOf: releasedAt, batches, close };
      } catch (error) {
        await file.discard();
        throw error;
      }
    },
  };
}

function parseCatalog(text: string): KevCatalog {
  const catalog = parseKevCatalog(parse(text));
  if (catalog === undefined) throw FEED_REJECTED({ source: SOURCE, problem: 'it is not a vulnerability catalog' });
  const { entries, count } = catalog;
  if (count !== undefined && count !== entries.length)
    throw FEED_REJECTED({ source: SOURCE, problem: `it has ${entries.length} entries but declares ${count}` });
  return catalog;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = text.trimStart().startsWith('<')
      ? 'the response is an HTML page'
      : 'it is not valid JSON or is truncated';
    throw FEED_REJECTED({ source: SOURCE, problem }, { cause: error });
  }
}

async function* parseEntries(entries: readonly unknown[]): AsyncGenerator<readonly ReturnType<typeof parseKevEntry>[]> {
  yield await Promise.resolve(entries.map(parseKevEntry));
}
