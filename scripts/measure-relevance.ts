/**
 * Measures relevance over the findings of all real SBOMs with facts alone, without decisions and profiles. Run by hand in a data
 * folder with the advisories to use; prints the tables of docs/concepts/relevance-measured.md.
 *
 *     ASSAY_TEST_DATA=/data ASSAY_DATA_DIR=/var/lib/assay node scripts/measure-relevance.ts
 *     node scripts/measure-relevance.ts --examples withdrawn,disputed --folder images/     results of rules per finding
 */
import { parseArgs } from 'node:util';
import { withScanDatabase } from '../src/cli/commands/scan/scan-database.ts';
import { loadConfig } from '../src/config.ts';
import { AssayError } from '../src/core/errors.ts';
import { inspectSbom } from '../src/core/sbom/scan/inspect-sbom.ts';
import { getDataState } from '../src/pipeline/advisories/data-state.ts';
import { scanOnce, type ScannedFinding } from '../src/pipeline/analysis/scan-once.ts';
import type { Database } from '../src/store/database.ts';
import { startParsing } from '../src/threads/inventory/parse-inventory.ts';
import { createThreadPool } from '../src/threads/pool/thread-pool.ts';
import { listRealSboms, type RealSbom } from '../test/support/real-data.ts';
import { scan } from '../test/support/scan-bytes.ts';
import { inDigits, toTable } from './to-table.ts';

interface MeasuredDocument {
  readonly file: string;
  readonly findings: readonly ScannedFinding[];
}

const { values: options } = parseArgs({
  options: { examples: { type: 'string' }, folder: { type: 'string', default: '' } },
});

const threads = createThreadPool();
await withScanDatabase({ config: loadConfig(), note: (line) => console.error(line) }, async (database) => {
  const measured: MeasuredDocument[] = [];
  for (const sbom of listRealSboms().filter(({ file }) => file.startsWith(options.folder))) {
    const findings = await measure(database, sbom);
    if (findings !== undefined) measured.push({ file: sbom.file, findings });
    if (measured.length % 50 === 0) console.error(`${measured.length} documents`);
  }
  if (options.examples !== undefined) printExamples(measured, options.examples.split(','));
  else await printTables(database, measured);
});
await threads.close();

/** Returns undefined if the SBOM is rejected. The SBOM of an image is sent with an image name, as a build would. */
async function measure(database: Database, { file, read }: RealSbom): Promise<readonly ScannedFinding[] | undefined> {
  try {
    const bytes = read();
    const { format, specVersion, path } = inspectSbom(scan(bytes));
    const image = isOfImage(file) ? 'registry.example.org/image:1' : undefined;
    const form = { format, specVersion, path, distroOverride: undefined, image };
    const { finish: parse } = startParsing(threads, { bytes, ...form });
    const deps = { database, now: Date.now, orgId: null };
    return (await scanOnce(deps, { parse, image: image ?? null })).findings;
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    console.error(`${file}: ${error.code}`);
    return undefined;
  }
}

function isOfImage(file: string): boolean {
  return file.startsWith('images/');
}

async function printTables(database: Database, measured: readonly MeasuredDocument[]): Promise<void> {
  const { sources } = await getDataState(database);
  for (const { name, records, newestRecordAt } of sources) console.log(`- ${name}: ${records}, ${newestRecordAt}`);
  console.log(`- ${new Date().toISOString().slice(0, 10)}\n`);

  const folders = Map.groupBy(measured, ({ file }) => file.slice(0, file.indexOf('/')));
  const rows = [...folders]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, list]) => countStatuses(folder, list));
  const head = ['Folder', 'Number', 'Findings', 'Relevant', 'Lower priority', 'Not relevant', 'Suggested'];
  console.log(toTable(head, [...rows, countStatuses('all', measured)]));
  for (const [title, list] of [
    ['Images', measured.filter(({ file }) => isOfImage(file))],
    ['Other documents', measured.filter(({ file }) => !isOfImage(file))],
  ] as const) {
    console.log(`${title}\n\n${toTable(['Reason', 'Result', 'Findings', 'Decided', 'Suggested'], countReasons(list))}`);
  }
}

function countStatuses(name: string, list: readonly MeasuredDocument[]): readonly string[] {
  const findings = list.flatMap((document) => document.findings);
  const count = (isMeant: (finding: ScannedFinding) => boolean): string => inDigits(findings.filter(isMeant).length);
  return [
    name,
    inDigits(list.length),
    count(() => true),
    count(({ relevance }) => relevance === 'relevant'),
    count(({ relevance }) => relevance === 'deprioritized'),
    count(({ relevance }) => relevance === 'not_relevant'),
    count(({ detail }) => detail.relevance.suggestion !== null),
  ];
}

/** Returns one row per code and effect, most frequent first. */
function countReasons(list: readonly MeasuredDocument[]): readonly (readonly string[])[] {
  const counts = new Map<string, { code: string; effect: string; said: number; decides: number; suggests: number }>();
  for (const { detail } of list.flatMap((document) => document.findings)) {
    for (const [at, { code, effect, guards }] of detail.reasons.entries()) {
      const key = `${code} ${effect}`;
      const row = counts.get(key) ?? { code, effect, said: 0, decides: 0, suggests: 0 };
      row.said += 1;
      row.decides += Number(at === 0 && detail.relevance.basis !== 'default');
      row.suggests += Number(guards.length > 0 && detail.relevance.suggestion?.code === code);
      counts.set(key, row);
    }
  }
  return [...counts.values()]
    .toSorted((a, b) => b.said - a.said)
    .map(({ code, effect, said, decides, suggests }) => [
      `\`${code}\``,
      effect,
      ...[said, decides, suggests].map(inDigits),
    ]);
}

function printExamples(measured: readonly MeasuredDocument[], codes: readonly string[]): void {
  for (const { file, findings } of measured) {
    for (const { canonicalId, relevance, detail } of findings) {
      const { name, version, purl } = detail.component;
      const { severity, title } = detail.vulnerability;
      for (const { code, effect, evidence } of detail.reasons.filter((each) => codes.includes(each.code))) {
        const said = [code, effect, evidence.map(({ path, value }) => `${path}: ${value}`).join('; ')];
        console.log([file, `${name}@${version}`, purl, canonicalId, severity, relevance, ...said, title].join('\t'));
      }
    }
  }
}
