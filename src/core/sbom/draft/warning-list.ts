/**
 * Collects warnings about a document by code, with the first few paths of each, so that a million invalid components are one
 * warning.
 */
import { LIMITS } from '../../limits.ts';
import type { InventoryWarning } from '../inventory.ts';

export type WarningCode =
  | 'BUILD_TOOLS_CUT'
  | 'CLAIMS_CUT'
  | 'COMPONENT_UNREADABLE'
  | 'COMPONENT_WITHOUT_PURL'
  | 'CPE_IGNORED'
  | 'IDENTITY_TOO_LONG'
  | 'LOCKFILE_INCOMPLETE'
  | 'PURL_DISAGREES'
  | 'PURL_INVALID'
  | 'PURL_NOT_STRICT'
  | 'REFERENCE_DANGLING'
  | 'REFERENCE_DUPLICATE'
  | 'TEXT_REPLACED'
  | 'TIMESTAMP_INVALID'
  | 'VERSION_UNCOMPARABLE';

export class WarningList {
  private readonly found = new Map<WarningCode, { count: number; readonly paths: string[] }>();

  /** `path` is the JSON pointer of the problem. */
  add(code: WarningCode, path: string): void {
    const warning = this.found.get(code) ?? { count: 0, paths: [] };
    warning.count += 1;
    if (warning.paths.length < LIMITS.warningPathsPerCodeMax) warning.paths.push(path);
    this.found.set(code, warning);
  }

  count(code: WarningCode): number {
    return this.found.get(code)?.count ?? 0;
  }

  toWarnings(): readonly InventoryWarning[] {
    const sorted = [...this.found].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([code, { count, paths }]) => ({ code, count, paths }));
  }
}
