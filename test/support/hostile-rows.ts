/** A table of hostile rows as tests: one upload each, changed as the row says, and what must come of it. */
import { it } from 'vitest';
import type { Expected, HostileAssay, UploadChange } from './hostile-assay.ts';

export interface HostileRow extends Expected {
  readonly name: string;
  /** Made when the row runs: some documents are large. */
  readonly change: () => UploadChange;
}

export function testRows(hostile: HostileAssay, rows: readonly HostileRow[]): void {
  it.each(rows)('$name', async ({ change, ...expected }) => {
    await hostile.send(change(), expected);
  });
}
