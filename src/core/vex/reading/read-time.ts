/** When something was said: as the document tells, but never later than it was received, or nothing could ever replace it. */
import { textIn } from './foreign-fields.ts';
import { readInstant } from './instant.ts';
import type { VexWarnings } from './vex-warnings.ts';

export interface TimeReader {
  readonly receivedAt: string;
  readonly warnings: VexWarnings;
}

/** The first of the members that is a time; undefined when none is. */
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
