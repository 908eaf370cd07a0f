/** An OSV export as a table of paths, for a folder or a server: ecosystems, and for each its list, archive and records. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeZip } from './zip-writer.ts';

/** A record in OSV format; the list of its directory repeats its id and its `modified`. */
export type ExportRecord = Readonly<Record<string, unknown>>;

export type Files = Record<string, string | Uint8Array>;

/** `anOsvMirror({ npm: ['GHSA-35jh-r3h4-6jhm'] })`: archives only, with records that contain only their id. */
export function anOsvMirror(ids: Readonly<Record<string, readonly string[]>>): Files {
  const files: Files = { '/ecosystems.txt': toLines(Object.keys(ids)) };
  for (const [ecosystem, list] of Object.entries(ids)) {
    files[`/${ecosystem}/all.zip`] = toArchive(list.map((id) => ({ id })));
  }
  return files;
}

/** `anOsvExport({ npm: [anOsvRecord()] })`: everything that the OSV bucket has. */
export function anOsvExport(directories: Readonly<Record<string, readonly ExportRecord[]>>): Files {
  const files: Files = { '/ecosystems.txt': toLines(Object.keys(directories)) };
  for (const [directory, records] of Object.entries(directories)) {
    files[`/${directory}/modified_id.csv`] = toList(records);
    files[`/${directory}/all.zip`] = toArchive(records);
    for (const record of records) files[`/${directory}/${String(record['id'])}.json`] = JSON.stringify(record);
  }
  return files;
}

export function toArchive(records: readonly ExportRecord[]): Buffer {
  return writeZip(records.map((record) => ({ name: `${String(record['id'])}.json`, content: JSON.stringify(record) })));
}

export function toList(records: readonly ExportRecord[]): string {
  const lines = records.map((record) => ({ modified: String(record['modified']), id: String(record['id']) }));
  const newestFirst = lines.toSorted((a, b) => toTime(b.modified) - toTime(a.modified));
  return toLines(newestFirst.map(({ modified, id }) => `${modified},${id}`));
}

export async function writeMirror(folder: string, files: Readonly<Files>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

function toLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Invalid times sort last. */
function toTime(modified: string): number {
  const time = Date.parse(modified);
  return Number.isNaN(time) ? 0 : time;
}
