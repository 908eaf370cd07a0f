/** Errors for VEX documents that are rejected before anything is stored, or that cannot be written. Shown to the client. */
import { defineError, quote } from '../errors.ts';

export const VEX_FORMAT_UNKNOWN = defineError(
  'VEX_FORMAT_UNKNOWN',
  () =>
    'The document is not CycloneDX, OpenVEX or CSAF: it has no "bomFormat": "CycloneDX", no "@context" of openvex.dev and no "document" with a "csaf_version" at the top level. Send one VEX document as JSON.',
);

export const VEX_FORMAT_UNSUPPORTED = defineError<{ found: string }>(
  'VEX_FORMAT_UNSUPPORTED',
  ({ found }) =>
    `The document is ${found}, which is not supported as VEX. Send CycloneDX 1.4 to 1.7, OpenVEX or CSAF VEX, as JSON.`,
);

export const VEX_VERSION_UNSUPPORTED = defineError<{ found: string }>(
  'VEX_VERSION_UNSUPPORTED',
  ({ found }) => `The CycloneDX "specVersion" ${quote(found)} is not supported for VEX. Send 1.4 to 1.7.`,
);

export const VEX_INVALID = defineError<{ path: string; problem: string }>(
  'VEX_INVALID',
  ({ path, problem }) => `${quote(path)} ${problem}. Fix the tool that generated the document.`,
);

export const VEX_TOO_LARGE = defineError<{ max: number }>(
  'VEX_TOO_LARGE',
  ({ max }) =>
    `The document contains more than ${max} statements, counted by vulnerability, product and component. Split it into several documents.`,
);

export const VEX_EMPTY = defineError(
  'VEX_EMPTY',
  () => 'There are no findings, and an OpenVEX document requires at least one statement. Request CycloneDX instead.',
);
