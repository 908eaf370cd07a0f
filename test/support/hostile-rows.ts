/** Turns a table of hostile rows into tests: each row changes an upload and states the expected outcome. */
import { expect, it } from 'vitest';
import type { HostileAssay, UploadChange } from './hostile-assay.ts';
import type { Expected } from './invariants.ts';

export interface HostileRow extends Expected {
  readonly name: string;
  /** Created when the row runs, because some documents are large. */
  readonly change: () => UploadChange;
}

export function testRows(hostile: HostileAssay, rows: readonly HostileRow[]): void {
  it.each(rows)('$name', async ({ change, ...expected }) => {
    const answer = await hostile.send(change(), expected);

    expect(answer.status).toBe(expected.status);
  });
}
