/** A table of hostile rows as tests: one upload each, changed as the row says, and what must come of it. */
import { expect, it } from 'vitest';
import type { HostileAssay, UploadChange } from './hostile-assay.ts';
import type { Expected } from './invariants.ts';

export interface HostileRow extends Expected {
  readonly name: string;
  /** Made when the row runs: some documents are large. */
  readonly change: () => UploadChange;
}

export function testRows(hostile: HostileAssay, rows: readonly HostileRow[]): void {
  it.each(rows)('$name', async ({ change, ...expected }) => {
    const answer = await hostile.send(change(), expected);

    expect(answer.status).toBe(expected.status);
  });
}
