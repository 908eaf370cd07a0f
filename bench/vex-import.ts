/**
 * Imports VEX documents of Red Hat into a separate server: the real ones and copies with other CVE ids, from one archive as the
 * source publishes it. Requires the data named by ASSAY_TEST_DATA.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { createZstdCompress } from 'node:zlib';
import { createInstallation } from '../test/support/assay-process.ts';
import { readVexFiles } from '../test/support/red-hat-vex.ts';
import { writeTar } from '../test/support/tar-writer.ts';
import { refresh } from './advisories.ts';
import { inMib, inSeconds, judge, MIB, type BenchmarkOptions, type Table } from './report.ts';

const DOCUMENTS = 10_000;
const MEMORY_AIM = 600 * MIB;
/** Larger documents, of which there is one, are imported once. */
const COPIED_BYTES_MAX = 4 * MIB;
const ARCHIVE = 'csaf_vex_2026-01-01.tar.zst';

export async function measureVexImport({ quick, records, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const real = (['vex', 'vex-refetched', 'vex-layout-2026'] as const).flatMap((folder) => [...readVexFiles(folder)]);
  if (real.length === 0) {
    print('skipped: no VEX documents in ASSAY_TEST_DATA');
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'assay-vex-'));
  const installation = await createInstallation();
  try {
    const documents = toDocuments(
      real.map(({ bytes }) => new TextDecoder().decode(bytes)),
      quick ? 200 : (records ?? DOCUMENTS),
    );
    const { count, bytes: unpacked } = await writeSource(folder, documents);
    const { size } = await stat(join(folder, ARCHIVE));
    print(`${count} documents, ${inMib(unpacked)}, archive ${inMib(size)}`);
    const busy = await quiet();
    const run = await refresh(installation, pathToFileURL(folder).href, ['Red Hat'], 'redhat');
    print(`${run.records} records in ${inSeconds(run.ms)}, ${inMib(run.peak)}`);
    return [
      {
        title: `First import of ${count} VEX documents`,
        notes: [
          `${real.length} real documents of Red Hat and copies with other CVE ids, ${inMib(unpacked)} in an archive of ${inMib(size)}: ${run.entries} entries.`,
          `The largest document has ${inMib(Math.max(...real.map(({ bytes }) => bytes.length)))} and is imported once.`,
          `The database has ${inMib(run.bytes)} afterwards. Load before: ${busy}.`,
        ],
        columns: ['time', 'documents per second', 'MiB per second', 'server', 'database', 'target'],
        rows: [
          [
            inSeconds(run.ms),
            String(Math.round((count / run.ms) * 1_000)),
            String(Math.round((unpacked / MIB / run.ms) * 1_000)),
            inMib(run.peak),
            inMib(run.databasePeak),
            judge(run.peak < MEMORY_AIM, `less than ${inMib(MEMORY_AIM)}`),
          ],
        ],
      },
    ];
  } finally {
    await installation.remove();
    await rm(folder, { recursive: true });
  }
}

interface Document {
  readonly id: string;
  readonly text: string;
}

const ID = /"cve":\s*"(CVE-[0-9]{4}-[0-9]{4,19})"/;

/** Each CVE once, and then copies whose ids no document has. */
function* toDocuments(texts: readonly string[], count: number): Generator<Document> {
  const byId = new Map(texts.map((text) => [ID.exec(text)?.[1] ?? '', text]));
  const copied = [...byId].filter(([, text]) => text.length <= COPIED_BYTES_MAX);
  for (const [id, text] of byId) yield { id, text };
  for (let n = 0; n < count - byId.size; n += 1) {
    const [id, text] = copied[n % copied.length] ?? ['', ''];
    const other = `CVE-2024-${1_000_000 + n}`;
    yield { id: other, text: text.replaceAll(id, other) };
  }
}

async function writeSource(
  folder: string,
  documents: Iterable<Document>,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const lines: string[] = [];
  let bytes = 0;
  function* toParts(): Generator<Buffer> {
    for (const { id, text } of documents) {
      const name = `${id.slice(4, 8)}/${id.toLowerCase()}.json`;
      lines.push(`"${name}","2025-01-01T00:00:00+00:00"\n`);
      bytes += Buffer.byteLength(text);
      // Without the blocks of zeros that end an archive.
      yield writeTar([{ name, content: text }]).subarray(0, -1_024);
    }
    yield writeTar([]);
  }
  await pipeline(Readable.from(toParts()), createZstdCompress(), createWriteStream(join(folder, ARCHIVE)));
  await writeFile(join(folder, 'archive_latest.txt'), ARCHIVE);
  await writeFile(join(folder, 'changes.csv'), lines.join(''));
  return { count: lines.length, bytes };
}
