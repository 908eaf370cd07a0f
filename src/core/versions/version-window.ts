/** A range of affected versions. Bounds are kept as spelled in the record, because they are stored and shown to users. */

/**
 * From `introduced` (undefined: all older versions) up to `fixed` (exclusive) or `lastAffected` (inclusive), or without an end.
 * If a record gives both ends, `lastAffected` is the lower one and `fixed` is the version to upgrade to.
 */
export interface VersionWindow {
  readonly introduced: string | undefined;
  readonly fixed: string | undefined;
  readonly lastAffected: string | undefined;
}

/** Whether the window has no end. */
export function isOpen({ fixed, lastAffected }: VersionWindow): boolean {
  return fixed === undefined && lastAffected === undefined;
}

/** Returns a description for users: `>= 1.2.0, < 1.2.6`, `<= 3.1`, `all versions`. */
export function describeWindow({ introduced, fixed, lastAffected }: VersionWindow): string {
  const bounds: string[] = [];
  if (introduced !== undefined) bounds.push(`>= ${introduced}`);
  if (lastAffected !== undefined) bounds.push(`<= ${lastAffected}`);
  else if (fixed !== undefined) bounds.push(`< ${fixed}`);
  return bounds.length === 0 ? 'all versions' : bounds.join(', ');
}
