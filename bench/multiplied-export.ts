/**
 * An OSV server on loopback with any number of records: the real ones of ASSAY_TEST_DATA, and copies of them with other ids and
 * package names. They are written to a folder first: making them takes longer than their import, and must not slow it down.
 */
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArchive } from '../src/feeds/read-archive.ts';
import { startBucket, type BucketServer } from '../test/support/bucket-server.ts';
import { toArchive, toList, writeMirror, type ExportRecord } from '../test/support/osv-mirror.ts';
import { findRealData } from '../test/support/real-data.ts';

/** `kept` is a folder that several runs use: it is filled by the first one. */
export async function startMultipliedExport(
  ecosystems: readonly string[],
  records: number,
  kept?: string,
): Promise<BucketServer> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'assay-export-')));
  // Written last, so that a folder with it is complete.
  if (!existsSync(join(folder, 'ecosystems.txt'))) await writeExport(folder, ecosystems, records);
  const bucket = await startBucket((request, response) => {
    const file = join(folder, decodeURIComponent(request.url ?? ''));
    if (existsSync(file)) createReadStream(file).pipe(response);
    else response.writeHead(404).end();
  });
  const stop = async (): Promise<void> => {
    await bucket.stop();
    if (kept === undefined) await rm(folder, { recursive: true });
  };
  return { ...bucket, stop };
}

async function writeExport(folder: string, ecosystems: readonly string[], records: number): Promise<void> {
  for (const ecosystem of ecosystems) {
    const copies = await multiply(ecosystem, Math.ceil(records / ecosystems.length));
    await writeMirror(join(folder, ecosystem), { 'modified_id.csv': toList(copies), 'all.zip': toArchive(copies) });
  }
  await writeMirror(folder, { 'ecosystems.txt': ecosystems.map((name) => `${name}\n`).join('') });
}

async function multiply(ecosystem: string, count: number): Promise<readonly ExportRecord[]> {
  const real: ExportRecord[] = [];
  for await (const entry of readArchive(findRealData('osv', ecosystem, 'all.zip') ?? '', ecosystem)) {
    if ('bytes' in entry) real.push(JSON.parse(Buffer.from(entry.bytes).toString()) as ExportRecord);
    if (real.length === count) break;
  }
  return Array.from({ length: count }, (_, n) => toCopy(real[n % real.length] ?? {}, Math.floor(n / real.length)));
}

/** The first copy is the record itself. Links between records are kept inside a copy. */
function toCopy(record: ExportRecord, copy: number): ExportRecord {
  if (copy === 0) return record;
  const ending = String(copy).padStart(4, '0');
  const rename = (id: unknown): string => `${String(id)}${ending}`;
  const renameAll = (ids: unknown): readonly string[] => (Array.isArray(ids) ? ids.map(rename) : []);
  const affected = (record['affected'] ?? []) as readonly { readonly package?: { readonly name?: string } }[];
  return {
    ...record,
    id: rename(record['id']),
    aliases: renameAll(record['aliases']),
    upstream: renameAll(record['upstream']),
    related: renameAll(record['related']),
    affected: affected.map((entry) => ({
      ...entry,
      package: { ...entry.package, name: `${entry.package?.name ?? ''}-${copy}` },
    })),
  };
}
