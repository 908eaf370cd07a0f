/** Measures from the command to the line that reports Assay as ready: in an empty folder, and again on the existing data. */
import { createInstallation } from '../test/support/assay-process.ts';
import { inMs, type BenchmarkOptions, type Table } from './report.ts';

export async function measureStart({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const busy = await quiet();
  const first: number[] = [];
  const second: number[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    const installation = await createInstallation();
    try {
      for (const times of [first, second]) {
        const start = performance.now();
        const assay = installation.launch();
        await assay.ready;
        times.push(performance.now() - start);
        await assay.end('SIGTERM');
      }
    } finally {
      await installation.remove();
    }
  }
  const toRow = (name: string, times: readonly number[]): string[] => {
    print(`${name}: ${times.map(inMs).join(', ')}`);
    return [name, inMs(Math.min(...times)), times.map(inMs).join(', ')];
  };
  return [
    {
      title: 'Start',
      notes: [`From the command to "Assay is ready". Load before: ${busy}.`],
      columns: ['start', 'best', 'all'],
      rows: [toRow('first start in an empty folder (creates the database)', first), toRow('second', second)],
    },
  ];
}
