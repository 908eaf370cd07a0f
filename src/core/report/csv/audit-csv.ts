/** Audit log as comma-separated values: a header line, then one change per line. */
import { toCsvHead, toCsvRow, type CsvValue } from './csv-row.ts';

export interface CsvChange {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
}

const COLUMNS: Readonly<Record<string, (change: CsvChange) => CsvValue>> = {
  at: ({ at }) => at,
  actorKind: ({ actor }) => actor.kind,
  actor: ({ actor }) => actor.name,
  actorId: ({ actor }) => actor.id,
  action: ({ action }) => action,
  subjectKind: ({ subject }) => subject.kind,
  subjectId: ({ subject }) => subject.id,
  before: ({ before }) => toText(before),
  after: ({ after }) => toText(after),
  requestId: ({ requestId }) => requestId,
  id: ({ id }) => id,
};

export const AUDIT_CSV_HEAD = toCsvHead(Object.keys(COLUMNS));

export function toAuditCsvLine(change: CsvChange): string {
  return toCsvRow(Object.values(COLUMNS).map((read) => read(change)));
}

function toText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
