/** An export of OSV as a table of paths, for a folder or a server: a list of ecosystems and one archive for each. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeZip } from './zip-writer.ts';

/** `anOsvMirror({ npm: ['GHSA-35jh-r3h4-6jhm'] })`: records that hold nothing but their id. */
export function anOsvMirror(ids: Readonly<Record<string, readonly string[]>>): Record<string, string | Uint8Array> {
  const files: Record<string, string | Uint8Array> = {
    '/ecosystems.txt': Object.keys(ids)
      .map((ecosystem) => `${ecosystem}\n`)
      .join(''),
  };
  for (const [ecosystem, list] of Object.entries(ids)) {
    const records = list.map((id) => ({ name: `${id}.json`, content: JSON.stringify({ id }) }));
    files[`/${ecosystem}/all.zip`] = writeZip(records);
  }
  return files;
}

export async function writeMirror(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
