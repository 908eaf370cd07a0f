/**
 * Measures from the command to the line that reports Assay as ready: in an empty folder, and again on the existing data. And the cost
 * of client commands, beside that of osv-scanner where ASSAY_BENCH_OSV_SCANNER names it.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createInstallation } from '../test/support/assay-process.ts';
import { inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

export async function measureStart({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const busy = await quiet();
  const first: number[] = [];
  const second: number[] = [];
  const clients: ClientRow[][] = [];
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    const installation = await createInstallation();
    try {
      for (const times of [first, second]) {
        const start = performance.now();
        const assay = installation.launch();
        const url = await assay.ready;
        times.push(performance.now() - start);
        if (times === second) clients.push(await measureClients(url, installation.token));
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
    {
      title: 'Start of client commands',
      notes: ['A new process for each run, from a clone; best of all runs. Memory as `time` reports it.'],
      columns: ['command', 'time', 'processor time', 'memory', 'target'],
      rows: (clients[0] ?? []).map(({ name, isOurs }, n) => {
        const runs = clients.flatMap((rows) => rows[n] ?? []);
        const best = (key: 'seconds' | 'processor' | 'kilobytes'): number => Math.min(...runs.map((run) => run[key]));
        const isReached = best('seconds') < SECONDS_MAX && best('kilobytes') < KILOBYTES_MAX;
        print(`${name}: ${best('seconds')} s, ${best('kilobytes')} kB`);
        return [
          name,
          inMs(best('seconds') * 1_000),
          inMs(best('processor') * 1_000),
          `${Math.round(best('kilobytes') / 1_000)} MB`,
          isOurs ? judge(isReached, `${SECONDS_MAX} s and ${KILOBYTES_MAX / 1_000} MB`) : '',
        ];
      }),
    },
  ];
}

const SECONDS_MAX = 0.4;
const KILOBYTES_MAX = 80_000;

interface ClientRow {
  readonly name: string;
  readonly isOurs: boolean;
  readonly seconds: number;
  readonly processor: number;
  readonly kilobytes: number;
}

async function measureClients(url: string, token: string): Promise<ClientRow[]> {
  const program = join(import.meta.dirname, '../bin/assay.mjs');
  const peer = process.env['ASSAY_BENCH_OSV_SCANNER'];
  const commands = [
    ['assay --version', process.execPath, program, '--version'],
    ['assay status', process.execPath, program, 'status'],
    ['assay service list', process.execPath, program, 'service', 'list'],
    ...(peer === undefined ? [] : [['osv-scanner --version', peer, '--version']]),
  ];
  const rows: ClientRow[] = [];
  for (const [name = '', ...command] of commands) {
    const environment = { ...process.env, ASSAY_URL: url, ASSAY_TOKEN: token };
    const { stderr } = await promisify(execFile)('time', ['-f', '%e %U %S %M', ...command], { env: environment });
    const [seconds = NaN, user = NaN, system = NaN, kilobytes = NaN] =
      stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
    rows.push({ name, isOurs: name.startsWith('assay'), seconds, processor: user + system, kilobytes });
  }
  return rows;
}
