/** The real records of NVD about components. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Advisory } from '../../src/core/advisory/advisory.ts';
import { keysOfEntry } from '../../src/core/advisory/entries.ts';
import { parseNvdRecord } from '../../src/core/advisory/nvd/parse-nvd-record.ts';
import { listIn } from '../../src/core/advisory/record-fields.ts';
import type { SetMember } from '../../src/core/match/components/component-set.ts';
import { findRealData } from './real-data.ts';

/** Without the entries for other software. */
export function readNvdAdvisories(members: readonly Pick<SetMember, 'keys'>[]): readonly Advisory[] {
  const keys = new Set(members.flatMap((member) => member.keys));
  const found = new Map<string, Advisory>();
  for (const folder of [findRealData('nvd'), findRealData('nvd', 'more')]) {
    if (folder === undefined) continue;
    for (const file of readdirSync(folder)
      .filter((name) => /^nvd.*\.json\.gz$/.test(name))
      .toSorted()) {
      const year: unknown = JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString());
      for (const record of listIn(year, 'vulnerabilities')) {
        const advisory = parseNvdRecord(record);
        if ('problem' in advisory || found.has(advisory.id)) continue;
        const affected = advisory.affected.filter((entry) => keysOfEntry(entry).some((key) => keys.has(key)));
        if (affected.length > 0) found.set(advisory.id, { ...advisory, affected, details: '' });
      }
    }
  }
  return [...found.values()];
}
