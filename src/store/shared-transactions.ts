/**
 * Runs the same work for many versions with the statements of one. Transactions that are opened at the same time become one
 * transaction, and calls of the same store function in it become one statement. The work itself does not know about it, so that
 * one version and many have the same result.
 */
import type { Database, InOrgOptions, OrgTx, ReferenceTx } from './database.ts';
import { isBusy, isInfrastructureFailure } from './failures.ts';
import { pipelined } from './pipelined.ts';

/** Only for work that can be repeated after a rollback: if one fails, each runs again in a transaction of its own. */
export function shareTransactions(database: Database): Database {
  const waiting = new Map<string, Caller[]>();
  return {
    ...database,
    inOrg: async <Result>(
      orgId: string,
      work: (tx: OrgTx) => Promise<Result>,
      { durable = true, rows = 0, waits = false }: InOrgOptions = {},
    ) => {
      const key = `${orgId} ${durable} ${waits}`;
      const caller = { work, rows, ...Promise.withResolvers<unknown>() };
      const callers = waiting.get(key);
      if (callers !== undefined) callers.push(caller);
      else {
        const first = [caller];
        waiting.set(key, first);
        setImmediate(() => {
          waiting.delete(key);
          void runGroups(database, { orgId, durable }, first);
        });
      }
      return (await caller.promise) as Result;
    },
  };
}

interface Caller extends PromiseWithResolvers<unknown> {
  readonly work: (tx: OrgTx) => Promise<unknown>;
  readonly rows: number;
}

/** A transaction holds the locks of all its versions, and their rows are in memory at the same time. */
const ROWS_MAX = 2_000;

interface SharedOptions {
  readonly orgId: string;
  readonly durable: NonNullable<InOrgOptions['durable']>;
}

async function runGroups(database: Database, options: SharedOptions, callers: readonly Caller[]): Promise<void> {
  let group: Caller[] = [];
  let sum = 0;
  for (const caller of callers) {
    if (sum + caller.rows > ROWS_MAX && group.length > 0) {
      await runTogether(database, options, group);
      [group, sum] = [[], 0];
    }
    group.push(caller);
    sum += caller.rows;
  }
  await runTogether(database, options, group);
}

async function runTogether(
  database: Database,
  { orgId, durable }: SharedOptions,
  callers: readonly Caller[],
): Promise<void> {
  const runAlone = async (): Promise<void> => {
    for (const { work, resolve, reject } of callers)
      await database.inOrg(orgId, work, { durable }).then(resolve, reject);
  };
  if (callers.length === 1) return await runAlone();
  try {
    const work = async (tx: OrgTx): Promise<unknown[]> => {
      shareStatements(tx);
      return await pipelined(callers.map(async (caller) => await caller.work(tx)));
    };
    const results = await database.inOrg(orgId, work, { durable });
    for (const [index, { resolve }] of callers.entries()) resolve(results[index]);
  } catch (error) {
    // Together they hold more locks than one alone, and may have taken them in another order than someone else.
    if (!isInfrastructureFailure(error) || isBusy(error)) return await runAlone();
    for (const { reject } of callers) reject(error);
  }
}

/** Shared transactions, with the results of `once`. */
const sharedTransactions = new WeakMap<ReferenceTx, Map<string, Promise<unknown>>>();

/** From now on, calls of `merged` functions wait for each other. Call them in parallel, not one after the other. */
export function shareStatements(tx: ReferenceTx): void {
  sharedTransactions.set(tx, new Map());
}

/**
 * Makes a function for one key of a function for many keys, which returns the results in the order of the keys. In a shared
 * transaction it runs once for all calls of the same turn of the event loop, otherwise at once.
 */
export function merged<Tx extends ReferenceTx, Key, Result>(
  run: (tx: Tx, keys: readonly Key[]) => Promise<readonly Result[]>,
): (tx: Tx, key: Key) => Promise<Result> {
  const waiting = new WeakMap<Tx, (PromiseWithResolvers<Result> & { readonly key: Key })[]>();
  return async (tx, key) => {
    if (!sharedTransactions.has(tx)) return (await run(tx, [key]))[0] as Result;
    const call = { key, ...Promise.withResolvers<Result>() };
    const calls = waiting.get(tx);
    if (calls !== undefined) calls.push(call);
    else {
      const first = [call];
      waiting.set(tx, first);
      setImmediate(() => {
        waiting.delete(tx);
        run(
          tx,
          first.map((each) => each.key),
        ).then(
          (results) => {
            for (const [index, { resolve }] of first.entries()) resolve(results[index] as Result);
          },
          (error: unknown) => {
            for (const { reject } of first) reject(error);
          },
        );
      });
    }
    return await call.promise;
  };
}

/** For a statement without a result. */
export function mergedWrite<Tx extends ReferenceTx, Key>(
  run: (tx: Tx, keys: readonly Key[]) => Promise<unknown>,
): (tx: Tx, key: Key) => Promise<void> {
  return merged(async (tx: Tx, keys: readonly Key[]) => {
    await run(tx, keys);
    return [];
  });
}

/** Reads a value that is the same for all work of a shared transaction only once. */
export async function once<Result>(tx: ReferenceTx, key: string, read: () => Promise<Result>): Promise<Result> {
  const known = sharedTransactions.get(tx);
  if (known === undefined) return await read();
  const found = known.get(key) ?? read();
  known.set(key, found);
  return (await found) as Result;
}
