/**
 * Access to the database. Every store function takes a transaction that is opened here: `inOrg` for the tables of one
 * organization, with row-level security bound to it, and `reference` for tables without an organization. Kysely and the queue
 * share the client of the transaction, so that they commit or roll back together.
 */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { DEFAULT_QUOTAS, type Quotas } from '../core/limits.ts';
import { isUuid } from '../core/naming/uuid.ts';
import { Announcer, type Announcement } from './connection/announcer.ts';
import { ConnectionShares } from './connection/connection-shares.ts';
import { copyOn, copyRows, CONNECTION_WAIT_MAX_MS, openPool, readCopy } from './connection/open-pool.ts';
import { COMMIT_UNKNOWN } from './errors.ts';
import { toStoreError } from './failures.ts';
import { Replica } from './connection/replica.ts';
import { SharedFlush } from './connection/shared-flush.ts';
import { StatementNames } from './connection/statement-names.ts';
import type { Tables } from './tables.ts';

export interface ReferenceTx {
  readonly db: Kysely<Tables>;
  readonly client: pg.PoolClient;
  /** Sends a NOTIFY after the transaction has committed, and none if it does not commit. It may be lost. */
  announce(channel: string, payload: string): void;
}

/** A transaction on a connection that can also copy rows. */
export interface LoadTx extends ReferenceTx {
  /** Concurrent calls run one after the other. */
  copyInto(statement: string, rows: Uint8Array): Promise<void>;
  /** Returns the lines of `copy ... to stdout` in parts of any size. Read them to the end before the next statement. */
  copyOut(statement: string): AsyncGenerator<Uint8Array>;
}

export interface OrgTx extends ReferenceTx {
  readonly orgId: string;
  /** Default quotas of the installation; an organization may override them. */
  readonly quotas: Quotas;
  /** Runs after all other work of the transaction, right before the commit: for a lock that many transactions need. */
  beforeCommit(work: () => Promise<void>): void;
}

export interface InOrgOptions {
  /**
   * False for a step that is repeated when it is lost: its commit does not wait for the disk. A later durable commit also makes
   * this one durable. `together`: if there are others, they wait for the disk together, after their commits. Others may then see
   * what a crash still loses, but the caller that waits for the result does not.
   */
  readonly durable?: boolean | 'together';
  /** Rough number of rows that the work reads and writes, which limits the size of a shared transaction. */
  readonly rows?: number;
  /** The work begins with waiting for a lock: it shares a transaction only with work that does the same, because that holds nothing yet. */
  readonly waits?: boolean;
}

export interface Database {
  inOrg<Result>(orgId: string, work: (tx: OrgTx) => Promise<Result>, options?: InOrgOptions): Promise<Result>;
  /** For work that only reads: every statement sees the same state of the data, so that a list and its total agree. */
  readInOrg<Result>(orgId: string, work: (tx: OrgTx) => Promise<Result>): Promise<Result>;
  reference<Result>(work: (tx: ReferenceTx) => Promise<Result>): Promise<Result>;
  /** Copies rows in COPY text format, in a separate transaction: `copyInto('copy staged_record (id) from stdin', rows)`. */
  copyInto(statement: string, rows: Uint8Array): Promise<void>;
  /** Like `reference`, and rows are copied in the same transaction. Statements are not pipelined. */
  load<Result>(work: (tx: LoadTx) => Promise<Result>): Promise<Result>;
  /** Connections for transactions, and transactions that wait for one. */
  poolState(): { readonly max: number; readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly url: string;
  readonly connectionsMax: number;
  /** Share of the connections that one organization may use while others are active. */
  readonly orgShare?: number;
  /** Limit for web requests; 0 (no limit) for background work. */
  readonly statementTimeoutMs: number;
  readonly quotas?: Quotas;
  /** A standby server for `readInOrg`. */
  readonly replica?: { readonly url: string; readonly onTrouble: (error: unknown) => void } | undefined;
  /**
   * Whether the server keeps prepared statements for organizations: parsing and planning a short statement costs five times as
   * much as running it. Use it only on connections without a pooler in between, and while no migration changes the tables.
   * `changes` leaves out `readInOrg`: the best plan of a list depends on its filters.
   */
  readonly remembersStatements?: 'changes' | 'all' | undefined;
  /** Whether the server has a single log, so that writing it to disk once includes all commits before. Not on Citus. */
  readonly hasOneLog?: boolean;
  /** Receives errors of idle connections, which would otherwise end the process. */
  readonly onIdleError: (error: Error) => void;
}

const ORG_SHARE = 1 / 2;

/** Writes something, because the commit of a transaction that has written nothing does not wait for the disk. */
const MARK = `select pg_logical_emit_message(true, 'assay', '')`;

interface TransactionMode {
  readonly durable?: boolean;
  readonly mode?: string;
  /** Whether the commit waits for the disk even if the transaction has written nothing, because it may depend on a commit that does not. */
  readonly flushes?: boolean;
}

const READING: TransactionMode = { mode: 'isolation level repeatable read, read only' };

export function openDatabase(options: DatabaseOptions): Database {
  // Statements are sent without waiting for the previous result (see `pipelined`). COPY does not support this and has its own
  // connections.
  const pool = openPool({ ...options, pipeline: true });
  const copyPool = openPool({ ...options, ...COPY_CONNECTIONS });
  const announcer = new Announcer(pool, options.onIdleError);
  const { connectionsMax: connections, orgShare = ORG_SHARE } = options;
  const perOrgMax = Math.ceil(connections * orgShare);
  const limits = { connections, perOrgMax, waitMaxMs: CONNECTION_WAIT_MAX_MS };
  const shares = new ConnectionShares(limits);
  const replica = options.replica && new Replica({ ...options.replica, ...limits, primaryUrl: options.url });
  const names = options.remembersStatements === undefined ? undefined : new StatementNames();
  // SET LOCAL, because behind a transaction-mode pooler a session is shared. synchronous_commit is set explicitly, because an
  // acknowledged upload must be durable even where the server's default is weaker.
  const settings = (durable: boolean): string =>
    `set local statement_timeout = ${options.statementTimeoutMs}; set local lock_timeout = 5000; ` +
    `set local idle_in_transaction_session_timeout = 60000; set local synchronous_commit = ${durable ? 'on' : 'off'}`;

  const run = async <Result>(
    connect: () => Promise<pg.PoolClient>,
    orgId: string,
    work: (tx: OrgTx) => Promise<Result>,
    transaction: TransactionMode,
  ): Promise<Result> => {
    const { durable = true, mode = '', flushes = false } = transaction;
    const named = transaction === READING && options.remembersStatements === 'changes' ? undefined : names;
    // The id is part of the statement text, so that opening a transaction takes one round trip.
    const begin = `begin ${mode}; ${settings(durable)}; set local assay.org_id = '${orgId}'${flushes ? `; ${MARK}` : ''}`;
    return await transact(
      { connect, announcer },
      (client) => (named?.areOld(client) === true ? `${begin}; discard plans` : begin),
      async (client, announce) => {
        const last: (() => Promise<void>)[] = [];
        const beforeCommit = (step: () => Promise<void>): void => void last.push(step);
        const { quotas = DEFAULT_QUOTAS } = options;
        const result = await work({ orgId, quotas, db: kyselyOn(client, named), client, announce, beforeCommit });
        for (const step of last) await step();
        return result;
      },
    );
  };
  const connect = async (): Promise<pg.PoolClient> => await pool.connect();
  const inOrg = async <Result>(
    orgId: string,
    work: (tx: OrgTx) => Promise<Result>,
    mode: TransactionMode,
  ): Promise<Result> => {
    if (!isUuid(orgId)) throw new TypeError('An organization id must be a UUID.');
    await shares.enter(orgId);
    try {
      return await run(connect, orgId, work, mode);
    } finally {
      shares.leave(orgId);
    }
  };

  const reference = async <Result>(work: (tx: ReferenceTx) => Promise<Result>, begin = ''): Promise<Result> =>
    await transact(
      { connect, announcer },
      () => `begin; ${settings(true)}${begin}`,
      async (client, announce) => await work({ db: kyselyOn(client), client, announce }),
    );
  const flush = new SharedFlush(async () => {
    try {
      await reference(async () => await Promise.resolve(), `; ${MARK}`);
    } catch (error) {
      throw COMMIT_UNKNOWN(undefined, { cause: error });
    }
  });

  return {
    inOrg: async (orgId, work, { durable = true } = {}) => {
      if (durable !== 'together') return await inOrg(orgId, work, { durable });
      if (options.hasOneLog !== true) return await inOrg(orgId, work, {});
      return await flush.run(async (isAlone) => await inOrg(orgId, work, { durable: isAlone, flushes: isAlone }));
    },
    readInOrg: async (orgId, work) => {
      const onReplica = await replica?.read(orgId, async (fromReplica) => await run(fromReplica, orgId, work, READING));
      return onReplica === undefined ? await inOrg(orgId, work, READING) : onReplica.result;
    },
    reference: async (work) => await reference(work),
    copyInto: async (statement, rows) => await copyRows(copyPool, statement, rows),
    load: async (work) =>
      await transact(
        { connect: async () => await copyPool.connect(), announcer },
        () => `begin; ${settings(true)}; set local idle_in_transaction_session_timeout = ${LOAD_IDLE_MS}`,
        async (client, announce) => {
          let last: Promise<void> = Promise.resolve();
          const copyInto = async (statement: string, rows: Uint8Array): Promise<void> => {
            last = last.then(async () => await copyOn(client, statement, rows));
            await last;
          };
          const copyOut = (statement: string): AsyncGenerator<Uint8Array> => readCopy(client, statement);
          return await work({ db: kyselyOn(client), client, announce, copyInto, copyOut });
        },
      ),
    poolState: () => ({
      max: options.connectionsMax,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await announcer.settled();
      await Promise.all([pool.end(), copyPool.end(), replica?.close()]);
    },
  };
}

/** A load waits for threads, which may be busy with a large document. */
const LOAD_IDLE_MS = 600_000;

/** Connections for COPY, opened for an import and closed soon after. Not included in `DatabaseOptions.connectionsMax`. */
export const COPY_CONNECTIONS_MAX = 2;
const COPY_CONNECTIONS = {
  connectionsMax: COPY_CONNECTIONS_MAX,
  idleTimeoutMs: 10_000,
  applicationName: 'assay-copy',
} as const;

async function transact<Result>(
  { connect, announcer }: { readonly connect: () => Promise<pg.PoolClient>; readonly announcer: Announcer },
  begin: (client: pg.PoolClient) => string,
  work: (client: pg.PoolClient, announce: ReferenceTx['announce']) => Promise<Result>,
): Promise<Result> {
  const announcements: Announcement[] = [];
  const client = await connect().catch((error: unknown) => {
    throw toStoreError(error);
  });
  let broken: Error | undefined;
  try {
    // Not awaited: it is sent together with the first statement, which fails if this fails.
    const begun = client.query(begin(client));
    begun.catch(() => {});
    const result = await work(client, (channel, payload) => void announcements.push({ channel, payload }));
    await begun;
    await commit(client);
    announcer.announce(announcements);
    return result;
  } catch (error) {
    broken = await rollback(client);
    throw toStoreError(error);
  } finally {
    client.release(broken);
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  let answer;
  try {
    answer = await client.query('commit');
  } catch (error) {
    // A rejected COMMIT (a deferred constraint) has an SQLSTATE. A lost connection has none, and the outcome is unknown.
    if (error instanceof pg.DatabaseError && !error.code?.startsWith('57')) throw error;
    throw COMMIT_UNKNOWN(undefined, { cause: error });
  }
  if (answer.command === 'ROLLBACK') throw new Error('A statement failed earlier, so the transaction was rolled back.');
}

async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('Rollback failed.', { cause: error });
  }
}

const kyselyOfClient = new WeakMap<pg.PoolClient, Kysely<Tables>>();
const rememberingKyselyOfClient = new WeakMap<pg.PoolClient, Kysely<Tables>>();

/** Kysely expects a pool and releases its connections; this pool holds a single client, which the caller keeps. */
function kyselyOn(client: pg.PoolClient, names?: StatementNames): Kysely<Tables> {
  const ofClient = names === undefined ? kyselyOfClient : rememberingKyselyOfClient;
  const known = ofClient.get(client);
  if (known !== undefined) return known;
  const query =
    names === undefined
      ? client.query.bind(client)
      : async (text: string, values: unknown[]) => await client.query({ text, values, ...names.of(text, values) });
  const lent = { query, release: (): void => {} } as unknown as pg.PoolClient;
  const pool = {
    options: {},
    connect: async () => await Promise.resolve(lent),
    end: async () => await Promise.resolve(),
  };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  ofClient.set(client, db);
  return db;
}
