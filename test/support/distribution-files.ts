/** The real files of distributions in the test data, with the name under which each would be configured. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import type { Advisory } from '../../src/core/advisory/advisory.ts';
import { parsePublishedFile } from '../../src/core/advisory/distributions/published-file.ts';
import { AssayError } from '../../src/core/errors.ts';
import { readAdvisories } from '../../src/feeds/distributions/read-advisories.ts';
import { readAdvisory } from './advisories.ts';
import { findRealData } from './real-data.ts';

export interface RealFile {
  /** Relative to the folder of advisories. */
  readonly file: string;
  readonly directory: string;
  /** Writes the file to a folder, unpacked if Node.js cannot unpack it, and returns its path. */
  readonly copyTo: (folder: string) => string;
}

const FOLDERS: Readonly<Record<string, (name: string) => string>> = {
  amazon: () => 'Amazon Linux',
  oracle: () => 'Oracle Linux',
  'azurelinux-mariner': (name) => `Azure Linux:${/([123])\.0/.exec(name)?.[1] ?? '3'}`,
  photon: (name) => `Photon OS:${/photon([0-9])/.exec(name)?.[1] ?? '3'}.0`,
  fedora: () => 'Fedora',
};
const ADVISORIES =
  /updateinfo.*\.xml|oval.*\.xml|\bELSA.*\.xml|elsa.*\.xml|invalid.*\.xml|^fetcher.*\.xml|^mock_|phsa.*\.xml|data\.xml|format\.xml|^cve_data/i;
const OTHER = /html|rss|repomd|golden/;

/** Empty if there is no real data. */
export function listDistributionFiles(): readonly RealFile[] {
  const root = findRealData('distro', 'advisories');
  if (root === undefined) return [];
  return Object.entries(FOLDERS).flatMap(([folder, nameOf]) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && ADVISORIES.test(entry.name) && !OTHER.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((path) => ({
        file: relative(root, path),
        directory: nameOf(basename(path)),
        copyTo: (target) => copy(path, join(target, 'file')),
      })),
  );
}

const TOOLS: Readonly<Record<string, string>> = { '.bz2': 'bzip2', '.xz': 'xz' };

function copy(path: string, target: string): string {
  const tool = TOOLS[path.slice(path.lastIndexOf('.'))];
  writeFileSync(target, tool === undefined ? readFileSync(path) : execFileSync(tool, ['-dc', path]));
  return target;
}

/** The advisories of all files. Files that are broken on purpose are skipped. */
export async function readDistributionAdvisories(changedAt: string): Promise<readonly Advisory[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-files-'));
  const found = new Map<string, Advisory>();
  for (const { copyTo, directory } of listDistributionFiles()) {
    const file = parsePublishedFile(directory);
    if (file === undefined) continue;
    const request = { source: 'test', file, changedAt, onSkipped: () => {}, signal: new AbortController().signal };
    try {
      for await (const osvRecord of readAdvisories(copyTo(folder), request)) {
        const advisory = readAdvisory(osvRecord);
        found.set(`${directory} ${advisory.id}`, advisory);
      }
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
    }
  }
  rmSync(folder, { recursive: true });
  return [...found.values()];
}
