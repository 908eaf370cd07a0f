/** `npm run docs`: writes the generated documents. `test/repository/docs.test.ts` finds stale ones. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from '../src/config/variables.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { describeConfiguration } from './describe-configuration.ts';
import { describeErrors } from './describe-errors.ts';
import { describeMetrics } from './describe-metrics.ts';
import { listErrors } from './list-errors.ts';

/** The text of each document, by path. */
export async function generateDocs(root: string): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['docs/configuration.md', describeConfiguration(VARIABLES)],
    ['docs/errors.md', describeErrors(await listErrors(root))],
    ['docs/metrics.md', describeMetrics(createMetrics({ version: '', node: '' }))],
  ]);
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  for (const [path, text] of await generateDocs(root)) {
    writeFileSync(join(root, path), text);
    console.log(`${path}: ${text.split('\n').length} lines`);
  }
}
