/**
 * On a Citus cluster, a statement that compares every table with the id of the organization runs on the worker of the organization.
 * Any other waits for all workers, and fails while one of them is down. Every statement of an upload, its analysis and the lists of
 * the API is planned.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureStatements, type Statement } from '../../support/sql/captured-statements.ts';
import type { TestAssay } from '../../support/test-assay.ts';
import { isOnCitus } from '../../support/test-database.ts';

describe.runIf(isOnCitus())('on a Citus cluster', () => {
  let assay: TestAssay;
  let client: pg.Client;
  let organizationId: string;
  let statements: readonly Statement[];
  let failed: readonly string[];

  beforeAll(async () => {
    ({ assay, organizationId, statements, failed } = await captureStatements());
    client = new pg.Client({ connectionString: assay.databaseUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await assay.stop();
  });

  it('all lists respond, and their statements run on one worker', async () => {
    expect(failed).toEqual([]);
    const elsewhere: string[] = [];
    for (const statement of statements) {
      const counts = await countTasks(statement);
      if (counts.some((count) => count > 1) && !OF_FIXTURE.test(statement.text)) elsewhere.push(statement.text);
    }
    expect(statements.length).toBeGreaterThan(200);
    expect(elsewhere).toEqual([]);
  });

  it('a statement that names the organization of only one table does not, so this test would notice', async () => {
    const text = `select * from (select org_id, service_id from service_version where org_id = $1 offset 0) v
      join service s on s.org_id = v.org_id and s.id = v.service_id`;

    expect(Math.max(...(await countTasks({ text, values: [organizationId] })))).toBeGreaterThan(1);
  });

  /** Returns the number of shards that each part of the statement is sent to. */
  async function countTasks({ text, values }: Statement): Promise<number[]> {
    await client.query(`begin; set local assay.org_id = '${organizationId}'`);
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${inline(text, values)}`);
      return listTaskCounts(rows[0]?.['QUERY PLAN']);
    } finally {
      await client.query('rollback');
    }
  }
});

/** Statements of the fixture, which do not name the organization. */
const OF_FIXTURE =
  /^(?:update webhook set|update setting set value|insert into webhook_delivery|select from service_version v\b)/u;

/** Replaces the parameters, with which Citus does not explain every `insert ... select`. */
function inline(text: string, values: readonly unknown[]): string {
  return text.replaceAll(/\$(\d+)/gu, (_, n: string) => toLiteral(values[Number(n) - 1]));
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value)
    ? pg.escapeLiteral(`{${value.map(toElement).join(',')}}`)
    : pg.escapeLiteral(toText(value));
}

function toElement(value: unknown): string {
  return value === null ? 'null' : JSON.stringify(toText(value));
}

function toText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function listTaskCounts(plan: unknown): number[] {
  if (typeof plan !== 'object' || plan === null) return [];
  return Object.entries(plan).flatMap(([name, value]) =>
    name === 'Task Count' ? [Number(value)] : listTaskCounts(value),
  );
}
