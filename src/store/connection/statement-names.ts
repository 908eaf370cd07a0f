/**
 * Names of prepared statements, which the server keeps together with their plans. Only repeated statements get a name, not those
 * that are built from search input, and their number is limited. Plans are discarded after some seconds: a plan for an empty
 * table does not suit one that has just been filled. A statement with a long list of values gets no name: with a cached plan,
 * PostgreSQL does not hash the list and compares every row with every value. Nor does a text that may be several statements, which
 * cannot be prepared.
 */
const NAMED_AFTER = 3;
const STATEMENTS_MAX = 500;
const LIST_LENGTH_MAX = 100;
const PLANS_AGE_MS = 10_000;

export class StatementNames {
  readonly #known = new Map<string, { readonly name: string; times: number }>();
  readonly #plannedAt = new WeakMap<object, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  of(text: string, values: readonly unknown[] = []): { readonly name?: string } {
    if (values.length === 0 && text.includes(';')) return {};
    if (values.some((value) => Array.isArray(value) && value.length > LIST_LENGTH_MAX)) return {};
    const known = this.#known.get(text);
    if (known === undefined) {
      if (this.#known.size < STATEMENTS_MAX) this.#known.set(text, { name: `s${this.#known.size}`, times: 1 });
      return {};
    }
    known.times += 1;
    return known.times > NAMED_AFTER ? { name: known.name } : {};
  }

  /** Returns whether the plans of a connection are too old. Called before each transaction; the caller then discards them. */
  areOld(connection: object): boolean {
    const now = this.#now();
    const plannedAt = this.#plannedAt.get(connection);
    const isOld = plannedAt !== undefined && now - plannedAt > PLANS_AGE_MS;
    if (isOld || plannedAt === undefined) this.#plannedAt.set(connection, now);
    return isOld;
  }
}
