/** The real VEX documents of Red Hat, by folder of the test data. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Advisory } from '../../src/core/advisory/advisory.ts';
import { translateCsafVex } from '../../src/core/advisory/csaf/translate-csaf.ts';
import { parseOsvRecord } from '../../src/core/advisory/osv/parse-osv-record.ts';
import { findRealData } from './real-data.ts';

export type VexFolder = 'vex' | 'vex-refetched' | 'vex-layout-2026' | 'vex-edited';

export interface VexFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Yields nothing if there is no real data. One document is 23 MB, so they are not kept. */
export function* readVexFiles(folder: VexFolder): Generator<VexFile> {
  const path = findRealData('distro', 'redhat-vex', folder);
  for (const file of path === undefined ? [] : readdirSync(path).toSorted()) {
    const packed = join(path ?? '', file);
    const bytes = file.endsWith('.xz')
      ? execFileSync('xz', ['-dc', packed], { maxBuffer: 64 * 1024 ** 2 })
      : gunzipSync(readFileSync(packed));
    yield { file, bytes };
  }
}

function parseVex(bytes: Uint8Array): Advisory {
  const { record, problem } = translateCsafVex(JSON.parse(new TextDecoder().decode(bytes)));
  const advisory = problem === undefined ? parseOsvRecord(record) : { problem };
  if ('problem' in advisory) throw new Error(advisory.problem);
  return advisory;
}

/** The newest edition of each published document. */
export function readVexAdvisories(): readonly Advisory[] {
  const newest = new Map<string, Advisory>();
  for (const folder of ['vex', 'vex-refetched', 'vex-layout-2026'] as const) {
    for (const { bytes } of readVexFiles(folder)) {
      const advisory = parseVex(bytes);
      const known = newest.get(advisory.id);
      if (known === undefined || known.modified < advisory.modified) newest.set(advisory.id, advisory);
    }
  }
  return [...newest.values()];
}
