/**
 * Errors for security profiles and their documents that are rejected as a whole, so that nothing is stored. Minor problems are
 * warnings of the parsed document.
 */
import { defineError, quote } from '../errors.ts';

export const PROFILE_INVALID = defineError<{ path: string; problem: string }>(
  'PROFILE_INVALID',
  ({ path, problem }) => `The security profile is not valid: ${quote(path)} ${problem}.`,
);

export const PROFILE_DOCUMENT_UNREADABLE = defineError<{ line: number; column: number; problem: string }>(
  'PROFILE_DOCUMENT_UNREADABLE',
  ({ line, column, problem }) =>
    `The document cannot be parsed: ${problem}, at line ${line}, column ${column}. Correct it and send it again.`,
);

export const PROFILE_DOCUMENT_TOO_LARGE = defineError<{ what: string; max: number }>(
  'PROFILE_DOCUMENT_TOO_LARGE',
  ({ what, max }) => `The document has more than ${max} ${what}. Split it, or remove entries that are not needed.`,
);

export const PROFILE_DOCUMENT_KIND_UNKNOWN = defineError(
  'PROFILE_DOCUMENT_KIND_UNKNOWN',
  () =>
    'Unknown kind of document. Send an AppArmor profile, seccomp JSON, observed behavior, Kubernetes objects, a Compose file, a Dockerfile or an image configuration, and name its kind if it is not detected.',
);

export const PROFILE_DOCUMENT_NOT_RENDERED = defineError<{ tool: string; command: string }>(
  'PROFILE_DOCUMENT_NOT_RENDERED',
  ({ tool, command }) =>
    `The document is a ${tool} template or configuration, not the objects that it creates. Render it with ${command} and send the output.`,
);
