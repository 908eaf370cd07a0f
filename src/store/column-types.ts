/** Column types whose representation in the driver differs from their type in the database. */
import type { ColumnType } from 'kysely';

/** Written as an ISO 8601 string or a Date, read as a Date. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** The driver returns bigint as a string. */
export type BigInteger = ColumnType<string, number | string, number | string>;
/** The driver returns numeric as a string. */
export type Decimal = ColumnType<string, number | string, number | string>;
export type Json<Value> = ColumnType<Value, string, string>;
export type OptionalJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;
