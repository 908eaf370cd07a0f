/**
 * Measures from the published findings of a version to its plan and prediction, over the tables of a separate server: two
 * versions, one with a few hundred findings and one with ten thousand. Each is planned in a separate process, first with nothing
 * known, then again.
 */
import { anAffected, anOsvRecord } from '../test/support/advisories.ts';
import {
  findOrdinaryUrl,
  runProgram,
  settle,
  storeVersion,
  withAdvisoryServer,
  type MeasuredServer,
} from './measured-server.ts';
import type { PlanFigures } from './remediation-plan.ts';
import { inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

interface Inventory {
  readonly name: string;
  readonly components: number;
  /** How many of the components have findings, and how many each. */
  readonly affected: number;
  readonly records: number;
  readonly msMax: number;
}

const INVENTORIES: readonly Inventory[] = [
  { name: 'small', components: 1_000, affected: 250, records: 2, msMax: 100 },
  { name: 'large', components: 5_000, affected: 2_500, records: 4, msMax: 1_500 },
];

export async function measureRemediation({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  return await withAdvisoryServer(INVENTORIES.flatMap(toRecords), async (server) => {
    await settle(server);
    const rows: string[][] = [];
    for (const inventory of INVENTORIES) {
      await fill(server, inventory);
      const busy = await quiet();
      const { findings, actions, remaining, firstMs, bestMs, medianMs, processorMs } = await plan(
        server,
        inventory,
        quick ? 3 : 9,
      );
      const counts = [inventory.components, findings, actions, remaining].map((count) => count.toLocaleString('en'));
      const aim = judge(medianMs < inventory.msMax, `< ${inventory.msMax} ms`);
      rows.push([...counts, inMs(firstMs), inMs(bestMs), inMs(medianMs), inMs(processorMs), aim, busy]);
      print(rows.at(-1)?.join(', ') ?? '');
    }
    return [
      {
        title: 'Time from findings to a plan',
        notes: [
          'The plan of a version with its prediction, from the tables of an organization: read findings, choose and order upgrades, apply them to the inventory and evaluate it again.',
          'The first run in a process, then the best and the median, in wall-clock time. CPU time is that of the process without the database, in the best run.',
        ],
        columns: [
          'components',
          'findings',
          'actions',
          'remaining',
          'first',
          'best',
          'median',
          'CPU',
          'target',
          'load before',
        ],
        rows,
      },
    ];
  });
}

const NETWORK = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }];

/**
 * Fixed versions increase; one package in ten has a vulnerability without a fix, and one in five has one introduced by an
 * upgrade.
 */
function toRecords({ name, affected, records }: Inventory): Record<string, unknown>[] {
  return Array.from({ length: affected }, (_, n) =>
    Array.from({ length: records }, (__, number) => {
      const isOpen = n % 10 === 0 && number === records - 1;
      const fix = { fixed: `${1 + (number % 2)}.${number + 2}.0` };
      return toRecord(`CVE-2026-${name}-${n}-${number}`, `${name}-${n}`, [
        { introduced: '0' },
        ...(isOpen ? [] : [fix]),
      ]);
    }),
  )
    .flat()
    .concat(
      Array.from({ length: Math.floor(affected / 5) }, (_, n) =>
        toRecord(`CVE-2026-${name}-later-${n * 5}`, `${name}-${n * 5}`, [{ introduced: '2.0.0' }, { fixed: '9.0.0' }]),
      ),
    );
}

function toRecord(id: string, name: string, events: readonly Record<string, string>[]): Record<string, unknown> {
  return anOsvRecord({ id, severity: NETWORK, affected: [anAffected({ name, events })] });
}

/** A tenth of the packages are direct, and each of those has nine dependencies. */
async function fill(server: MeasuredServer, { name, components: count }: Inventory): Promise<void> {
  const components = Array.from({ length: count }, (_, n) => {
    const purl = `pkg:npm/${name}-${n}@1.0.0`;
    return { type: 'library', 'bom-ref': purl, name: `${name}-${n}`, version: '1.0.0', purl };
  });
  const refs = components.map((component) => component['bom-ref']);
  const direct = refs.filter((_, n) => n % 10 === 0);
  const dependencies = [
    { ref: 'root', dependsOn: direct },
    ...direct.map((ref, n) => ({ ref, dependsOn: refs.slice(n * 10 + 1, n * 10 + 10) })),
  ];
  const metadata = { component: { type: 'application', name: 'shop', 'bom-ref': 'root' } };
  const document = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components, dependencies };
  const body = Buffer.from(JSON.stringify(document));
  await storeVersion(server, { service: 'shop', version: name, body });
  await settle(server);
}

async function plan({ installation }: MeasuredServer, { name }: Inventory, rounds: number): Promise<PlanFigures> {
  const [version] = await installation.ask<{ org_id: string; id: string }>(
    `select org_id, id from service_version where name = '${name}'`,
  );
  if (version === undefined) throw new Error(`Unknown version ${name}.`);
  const url = await findOrdinaryUrl(installation);
  return await runProgram<PlanFigures>('remediation-plan.ts', url, version.org_id, version.id, String(rounds));
}
