/** How columns travel that are not what they look like. */
import type { ColumnType } from 'kysely';

/** Written as an ISO 8601 text or a Date, read as a Date. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** bigint travels as text. */
export type BigInteger = ColumnType<string, number | string, number | string>;
/** So does numeric. */
export type Decimal = ColumnType<string, number | string, number | string>;
export type Json<Value> = ColumnType<Value, string, string>;
export type OptionalJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;
