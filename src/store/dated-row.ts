/**
 * Rows whose columns have the names of the properties that they become (`created_at as "createdAt"`), so that only their times
 * have to be converted.
 */

/** `Type` as the driver returns it: the given times are Date instead of ISO 8601. */
export type DatedRow<Type, Times extends keyof Type> = Omit<Type, Times> & {
  [Time in Times]: null extends Type[Time] ? Date | null : Date;
};

type IsoRow<Row> = {
  [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] extends Date | null ? string | null : Row[Name];
};

/** Converts the times of a row to ISO 8601. */
export function toIsoTimes<Row extends object>(row: Row): IsoRow<Row> {
  const converted = { ...row } as Record<string, unknown>;
  for (const name in converted) {
    const value = converted[name];
    if (value instanceof Date) converted[name] = value.toISOString();
  }
  return converted as IsoRow<Row>;
}
