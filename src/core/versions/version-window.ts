/** A stretch of versions that are affected. Bounds stay text, as the record spells them: they are stored and shown to people. */

/**
 * From `introduced` (undefined: from the beginning) up to `fixed` (excluded) or `lastAffected` (included), or without an end.
 * When a record names both ends, `lastAffected` is the nearer one and `fixed` says where to go.
 */
export interface VersionWindow {
  readonly introduced: string | undefined;
  readonly fixed: string | undefined;
  readonly lastAffected: string | undefined;
}

/** Without an end. */
export function isOpen({ fixed, lastAffected }: VersionWindow): boolean {
  return fixed === undefined && lastAffected === undefined;
}

/** For people: `>= 1.2.0, < 1.2.6`, `<= 3.1`, `all versions`. */
export function describeWindow({ introduced, fixed, lastAffected }: VersionWindow): string {
  const bounds: string[] = [];
  if (introduced !== undefined) bounds.push(`>= ${introduced}`);
  if (lastAffected !== undefined) bounds.push(`<= ${lastAffected}`);
  else if (fixed !== undefined) bounds.push(`< ${fixed}`);
  return bounds.length === 0 ? 'all versions' : bounds.join(', ');
}
