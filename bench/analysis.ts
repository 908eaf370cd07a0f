/**
 * Measures from an upload to its findings, with the bundled advisories: the first document of a process, the same components in a
 * second version (answered from the memo), and a later version of the same service in which some components changed.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { aNumberedDocument } from '../test/support/distinct-documents.ts';
import { findRealData } from '../test/support/real-data.ts';
import { storeVersion, untilStarterReady, withMeasuredServer, type MeasuredServer } from './measured-server.ts';
import { inMs, type BenchmarkOptions, type Table } from './report.ts';

interface Document {
  readonly name: string;
  readonly version: string;
  readonly body: Buffer;
}

/** The reported figures of an analysis. */
interface Ended {
  readonly id: string;
  readonly components: number;
  readonly findings: number;
  readonly match: string;
  readonly ms: number;
}

export async function measureAnalysis({ print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  return await withMeasuredServer({}, async (server) => {
    await untilStarterReady(server);
    const busy = await quiet();
    const rows: string[][] = [];
    for (const document of listDocuments()) {
      const row = [document.name, ...(await analyze(server, document))];
      print(row.join(', '));
      rows.push(row);
    }
    return [
      {
        title: 'Time from upload to findings',
        notes: [
          'Role `all`, with the built-in starter set of advisories. The total is the time that a client waits when it polls every 10 ms; the analysis is the part from its start to its end.',
          `Load before: ${busy}.`,
        ],
        columns: ['document', 'components', 'acknowledged', 'total', 'analysis', 'match', 'findings'],
        rows,
      },
    ];
  });
}

async function analyze(server: MeasuredServer, { version, body }: Document): Promise<string[]> {
  const start = performance.now();
  await storeVersion(server, { service: 'shop-api', version, body });
  const acknowledgedMs = performance.now() - start;
  for (;;) {
    const [ended] = await server.installation.ask<Ended>(ENDED, [version]);
    if (ended !== undefined) {
      const times = [acknowledgedMs, performance.now() - start, ended.ms].map(inMs);
      return [String(ended.components), ...times, ended.match, String(ended.findings)];
    }
    await delay(10);
  }
}

const ENDED = `
  select (select sum(component_count)::integer from sbom where version_id = v.id) as components,
    (select count(*)::integer from version_finding where version_id = v.id and known_to is null) as findings,
    (select stage ->> 'reason' from jsonb_array_elements(a.stages) stage where stage ->> 'name' = 'match') as match,
    extract(epoch from a.finished_at - a.started_at)::float8 * 1000 as ms
  from service_version v join analysis a on a.version_id = v.id
  where v.name = $1 and a.finished_at is not null`;

function listDocuments(): readonly Document[] {
  const first = readVersion('1.0.0');
  const next = readVersion('1.1.0');
  return [
    { name: 'first upload after the start', version: '1.0.0', body: first },
    // Trailing white space changes the bytes but not the components.
    { name: 'second version, same components', version: '1.0.1', body: Buffer.concat([first, Buffer.from('\n')]) },
    { name: 'third version, some components changed', version: '1.1.0', body: next },
  ];
}

function readVersion(version: string): Buffer {
  const file = findRealData('sboms', 'history', `shop-api-${version}.cdx.json`);
  return file === undefined ? aNumberedDocument(version === '1.0.0' ? 250_000 : 260_000) : readFileSync(file);
}
