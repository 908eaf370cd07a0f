/**
 * A temporary folder with the given files, for checks that must fail on them. The caller removes it; after a crash the operating
 * system does, because it is in the temporary directory.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface SeededTree {
  readonly root: string;
  readonly remove: () => void;
}

export function seedTree(files: Readonly<Record<string, string>>): SeededTree {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'assay-seeded-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
