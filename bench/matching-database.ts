/**
 * Measures from an inventory to its matches, with all real advisories in the database of a separate server: results alone, and
 * through the tables of a new organization. Uses inventories of three sizes, because the time should grow linearly.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInstallation, type Installation } from '../test/support/assay-process.ts';
import { findRealExport, refresh } from './advisories.ts';
import { choose, type CheckedComponent } from './matching-core.ts';
import type { InventoryFigures, Processor } from './matching-inventory.ts';
import { findOrdinaryUrl, runProgram } from './measured-server.ts';
import { inMib, inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

const SIZES = [500, 5_000, 50_000] as const;
const WARM_MS_MAX: Readonly<Record<number, number>> = { 5_000: 150, 50_000: 1_500 };

export async function measureDatabase(
  components: readonly CheckedComponent[],
  { quick, print, quiet }: BenchmarkOptions,
): Promise<readonly Table[]> {
  const realExport = findRealExport();
  if (realExport === undefined) return [];
  const ecosystems = quick ? realExport.ecosystems.slice(0, 3) : realExport.ecosystems;
  const installation = await createInstallation();
  try {
    const { records } = await refresh(installation, realExport.url, ecosystems);
    print(`${records} records imported`);
    // Avoids the work of a server with all roles; the source is set, or it would count as disabled.
    const environment = {
      ASSAY_ROLE: 'web',
      ASSAY_OSV_URL: realExport.url,
      ASSAY_ADVISORY_ECOSYSTEMS: ecosystems.join(','),
    };
    const assay = installation.launch({ environment });
    await assay.ready;
    const measured: InventoryFigures[] = [];
    let busy = '';
    for (const size of quick ? SIZES.slice(0, 2) : SIZES) {
      busy = await quiet();
      const figures = await matchIn(installation, choose(components, size));
      print(`${size}: ${inMs(figures.warm.ms)} warm, ${inMs(figures.analysis.newMs)} in an analysis`);
      measured.push(figures);
    }
    await assay.end('SIGTERM');
    return [toAnswers(measured, busy), toTables(measured)];
  } finally {
    await installation.remove();
  }
}

async function matchIn(installation: Installation, inventory: readonly CheckedComponent[]): Promise<InventoryFigures> {
  const file = join(installation.folder, 'components.json');
  await writeFile(file, JSON.stringify(inventory));
  return await runProgram<InventoryFigures>('matching-inventory.ts', await findOrdinaryUrl(installation), file);
}

function toAnswers(measured: readonly InventoryFigures[], busy: string): Table {
  return {
    title: 'Time from inventory to matches',
    notes: [
      'Distinct real components, identified and in memory, in batches of 2,000 as in the pipeline: candidates are read from the database and matched; nothing is written.',
      'The first run starts with an empty cache; the warm runs have all candidates cached and read only the revisions of their keys. Best of four.',
      'CPU time is that of one warm run, and hardly depends on other load. Memory is the peak resident memory in addition to the inventory, and the heap in use afterwards, in a separate process.',
      `Load before the last run: ${busy}.`,
    ],
    columns: [
      'components',
      'keys',
      'results',
      'first run',
      'warm',
      'reading',
      'CPU, process and database',
      'per component',
      'peak memory',
      'kept',
      'target',
    ],
    rows: measured.map(({ components, keys, answers, first, warm, processor, peak, kept }) => {
      const msMax = WARM_MS_MAX[components];
      return [
        components.toLocaleString('en'),
        keys.toLocaleString('en'),
        answers.toLocaleString('en'),
        inMs(first.ms),
        inMs(warm.ms),
        inMs(warm.readingMs),
        inBoth(processor),
        perComponent(processor, components),
        inMib(peak),
        inMib(kept),
        msMax === undefined ? '' : judge(warm.ms <= msMax, `warm <= ${inMs(msMax)}`),
      ];
    }),
  };
}

function toTables(measured: readonly InventoryFigures[]): Table {
  return {
    title: 'Matching the inventory of an organization',
    notes: [
      'The same components, stored for an organization without other data: components without a result are read and matched, and their results are written.',
      'Then the same again, with all results stored.',
    ],
    columns: ['components', 'no results stored', 'CPU, process and database', 'per component', 'all results stored'],
    rows: measured.map(({ components, analysis: { newMs, knownMs, processor } }) => [
      components.toLocaleString('en'),
      inMs(newMs),
      inBoth(processor),
      perComponent(processor, components),
      inMs(knownMs),
    ]),
  };
}

function perComponent({ ownMs, databaseMs }: Processor, components: number): string {
  return `${Math.round(((ownMs + databaseMs) * 1_000) / components)} us`;
}

function inBoth({ ownMs, databaseMs }: Processor): string {
  return `${inMs(ownMs)} + ${inMs(databaseMs)}`;
}
