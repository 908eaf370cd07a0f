/** Asks the server for the result columns of a statement without running it. */
import pg from 'pg';

export interface ResultColumn {
  readonly name: string;
  /** OID of the type. */
  readonly type: number;
}

/** Fails if the server cannot parse the statement. A statement without a result has no columns. */
export async function describeStatement(client: pg.Client, text: string): Promise<readonly ResultColumn[]> {
  return await new Promise((resolve, reject) => {
    let columns: readonly ResultColumn[] = [];
    const description = {
      submit: (connection: Connection) => {
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription: ({ fields }: { readonly fields: readonly pg.FieldDef[] }) => {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    };
    client.query(description as unknown as pg.Submittable);
  });
}

interface Connection {
  parse(message: { readonly name: string; readonly text: string; readonly types: readonly number[] }): void;
  describe(message: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

const { builtins } = pg.types;

/** What the driver returns for a type, in the words of `kindsOf`. JSON may be anything. */
export function kindOfType(type: number): string | undefined {
  return KINDS.get(type);
}

// The numbers of array types have no constants in the driver.
const KINDS: ReadonlyMap<number, string> = new Map([
  ...[builtins.TEXT, builtins.VARCHAR, builtins.BPCHAR, builtins.UUID, builtins.INT8, builtins.NUMERIC, 18, 19].map(
    (type) => [type, 'string'] as const,
  ),
  ...[builtins.INT2, builtins.INT4, builtins.FLOAT4, builtins.FLOAT8, builtins.OID].map(
    (type) => [type, 'number'] as const,
  ),
  [builtins.BOOL, 'boolean'],
  ...[builtins.TIMESTAMPTZ, builtins.TIMESTAMP, builtins.DATE].map((type) => [type, 'Date'] as const),
  [builtins.BYTEA, 'Buffer'],
  ...[builtins.JSON, builtins.JSONB].map((type) => [type, 'json'] as const),
  ...[1009, 1015, 2951, 1016, 1231, 1003].map((type) => [type, 'string[]'] as const),
  ...[1005, 1007, 1021, 1022].map((type) => [type, 'number[]'] as const),
  [1000, 'boolean[]'],
  [1185, 'Date[]'],
  [1001, 'Buffer[]'],
  ...[199, 3807].map((type) => [type, 'json'] as const),
]);
