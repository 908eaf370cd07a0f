/** Time of a statement as given in the document, but never later than its receipt: otherwise nothing could replace it. */
import { textIn } from './foreign-fields.ts';
import { readInstant } from './instant.ts';
import type { VexWarnings } from './vex-warnings.ts';

export interface TimeReader {
  readonly receivedAt: string;
  readonly warnings: VexWarnings;
}

/** The first of the members with a valid time; undefined if there is none. */
export function readTime(
  value: unknown,
  { names, path }: { readonly names: readonly string[]; readonly path: string },
  { receivedAt, warnings }: TimeReader,
): string | undefined {
  for (const name of names) {
    const text = textIn(value, name);
    if (text === undefined) continue;
    const instant = readInstant(text);
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
