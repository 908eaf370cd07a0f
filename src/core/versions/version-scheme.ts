/** The interface of a version scheme. Callers always compare versions with a scheme, never as text. */
import type { VersionAssumption } from '../vocabulary/assumption.ts';
import type { SchemeId } from '../vocabulary/package.ts';

/** A parsed version is an object, so that the compiler rejects a string in its place. */
export interface VersionScheme<Version extends object = object> {
  readonly id: SchemeId;
  /** Returns undefined if the text is not a version in this scheme and cannot be ordered. Never throws; takes linear time. */
  parse(text: string): Version | undefined;
  /** Negative if `a` is older than `b`, zero if equal, positive if newer. A total preorder on everything that `parse` accepts. */
  compare(a: Version, b: Version): number;
  /**
   * Returns the version without its local part (`1.0+cpu`: `1.0`), or undefined if it has none. This form is compared with bounds
   * and listed versions that have no local part either.
   */
  withoutLocalPart?(version: Version): Version | undefined;
  /** The same for a text, if the local part does not start with a plus (`1.2.3-4`: `1.2.3`). */
  withoutLocalText?(text: string): string;
  assumptionOf?(version: Version): VersionAssumption | undefined;
  /** Why it is uncertain that a version is before the end of a window, although it is older. */
  doubtBefore?(version: Version, end: Version): VersionAssumption | undefined;
}
