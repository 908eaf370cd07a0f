/** Errors for reachability documents that are rejected before anything is stored. Shown to the client. */
import { defineError, quote } from '../errors.ts';

export const REACHABILITY_KIND_UNKNOWN = defineError(
  'REACHABILITY_KIND_UNKNOWN',
  () =>
    'Unknown kind of document. Send the output of "govulncheck -format json", of "osv-scanner --format json" with call analysis, or a CycloneDX SBOM in JSON with evidence.',
);

export const REACHABILITY_INVALID = defineError<{ path: string; problem: string }>(
  'REACHABILITY_INVALID',
  ({ path, problem }) => `${path === '' ? 'The document' : quote(path)} ${problem}.`,
);

export const REACHABILITY_EMPTY = defineError<{ missing: string; command: string }>(
  'REACHABILITY_EMPTY',
  ({ missing, command }) => `The document has no ${missing}. Create it with ${command}.`,
);

export const REACHABILITY_TOO_LARGE = defineError<{ what: string; max: number }>(
  'REACHABILITY_TOO_LARGE',
  ({ what, max }) => `The document has more than ${max} ${what}. Analyze fewer packages at once.`,
);
