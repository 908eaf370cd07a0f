/**
 * An OSV server on loopback with any number of records: the real ones of ASSAY_TEST_DATA, and copies of them with other ids and
 * package names. An archive is made when it is requested, so that only one is in memory.
 */
import { readArchive } from '../src/feeds/read-archive.ts';
import { startBucket, type BucketServer } from '../test/support/bucket-server.ts';
import { toArchive, toList, type ExportRecord } from '../test/support/osv-mirror.ts';
import { findRealData } from '../test/support/real-data.ts';

export async function startMultipliedExport(ecosystems: readonly string[], records: number): Promise<BucketServer> {
  const share = Math.ceil(records / ecosystems.length);
  return await startBucket((request, response) => {
    void answer(decodeURIComponent(request.url ?? '')).then(
      (body) => (body === undefined ? response.writeHead(404).end() : response.end(body)),
      () => response.writeHead(500).end(),
    );
  });

  async function answer(path: string): Promise<Uint8Array | string | undefined> {
    if (path === '/ecosystems.txt') return ecosystems.map((name) => `${name}\n`).join('');
    const [, ecosystem = '', file] = path.split('/');
    if (file === 'modified_id.csv') return toList(await multiply(ecosystem, share));
    return file === 'all.zip' ? toArchive(await multiply(ecosystem, share)) : undefined;
  }
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
