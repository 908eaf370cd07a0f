/** Reads the EPSS scores, a compressed text file of several hundred thousand lines that is published daily. */
import { parseEpssColumns, parseEpssDay, parseEpssRow, type EpssColumns } from '../../core/advisory/enrichment/epss.ts';
import { LIMITS } from '../../core/limits.ts';
import type { EnrichmentFeed } from '../feed.ts';
import { FEED_REJECTED } from '../errors.ts';
import { fetchFile, withoutSecrets, type FileSource } from '../fetch-file.ts';
import { checkAge, toBatches } from './guard-enrichment.ts';
import { readLines } from '../read-lines.ts';

const SOURCE = 'epss';
const LINE_LIMITS = {
  inflatedBytesMax: LIMITS.epssInflatedBytesMax,
  lineCharactersMax: LIMITS.epssLineCharactersMax,
};

const COMMENT_LINES_MAX = 100;

type Lines = ReturnType<typeof readLines>;
type Rows = AsyncGenerator<readonly ReturnType<typeof parseEpssRow>[]>;

export function createEpssFeed(options: Omit<FileSource, 'name' | 'bytesMax'>): EnrichmentFeed {
  return {
    name: SOURCE,
    url: withoutSecrets(options.url),
    read: async (request, onProgress) => {
      const file = await fetchFile({ ...options, name: SOURCE, bytesMax: LIMITS.epssBytesMax }, request);
      if (file.kind === 'unchanged') return file;
      const lines = readLines(file.path, SOURCE, LINE_LIMITS);
      const close = async (): Promise<void> => {
        await lines.return();
        await file.discard();
      };
      try {
        const head = await readHead(lines);
        const asOf = head.day === null ? null : `${head.day}T00:00:00.000000Z`;
        checkAge(SOURCE, asOf, request);
        const { etag, lastModified, bytes } = file;
        const batches = toBatches({ source: SOURCE, readings: readRows(head, lines), bytes }, request, onProgress);
        return { kind: 'read', part: SOURCE, etag, lastModified, asOf, batches, close };
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

interface Head {
  readonly day: string | null;
  readonly columns: EpssColumns;
  /** Rows from the same group of lines as the header. */
  readonly rest: readonly string[];
}

async function readHead(lines: Lines): Promise<Head> {
  const first: string[] = [];
  let named = -1;
  while (named === -1 && first.length <= COMMENT_LINES_MAX) {
    const { value, done } = await lines.next();
    if (done === true) break;
    first.push(...value);
    named = first.findIndex((line) => !line.startsWith('#'));
  }
  const columns = parseEpssColumns(first[named] ?? '');
  if (columns === undefined) {
    const isPage = first[0]?.trimStart().startsWith('<') === true;
    throw FEED_REJECTED({
      source: SOURCE,
      problem: isPage ? 'the response is an HTML page' : 'the column names are missing',
    });
  }
  return { day: parseEpssDay(first.slice(0, named).join('\n')), columns, rest: first.slice(named + 1) };
}

async function* readRows({ columns, rest }: Head, lines: Lines): Rows {
  yield rest.map((line) => parseEpssRow(line, columns));
  for await (const group of lines) yield group.map((line) => parseEpssRow(line, columns));
}
