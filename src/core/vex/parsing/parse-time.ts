/** Time of a statement as given in the document, but never later than its receipt: otherwise nothing could replace it. */
import { textIn } from './untrusted-fields.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import type { VexWarnings } from './vex-warnings.ts';

export interface TimeContext {
  readonly receivedAt: string;
  readonly warnings: VexWarnings;
}

/** The first of the members with a valid time; undefined if there is none. */
export function parseTime(
  value: unknown,
  { names, path }: { readonly names: readonly string[]; readonly path: string },
  { receivedAt, warnings }: TimeContext,
): string | undefined {
  for (const name of names) {
    const text = textIn(value, name);
    if (text === undefined) continue;
    const instant = parseTimestamp(text);
    if (instant === undefined) {
      warnings.add('timestamp-invalid', `${path}/${name}`);
      continue;
    }
    if (instant <= receivedAt) return instant;
    warnings.add('timestamp-future', `${path}/${name}`);
    return receivedAt;
  }
  return undefined;
}
