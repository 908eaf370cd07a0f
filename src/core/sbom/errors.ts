/**
 * Errors for documents that are rejected before anything is stored. Messages are shown to the client: they name the problem and
 * the solution, and quote at most a few characters of the input.
 */
import { defineError, quote } from '../errors.ts';

export const BODY_EMPTY = defineError(
  'BODY_EMPTY',
  () =>
    'The body is empty. Send the SBOM itself as the body of the request, for example with curl --data-binary @sbom.json.',
);

export const BODY_LOOKS_COMPRESSED = defineError<{ format: string; encoding: string | undefined }>(
  'BODY_LOOKS_COMPRESSED',
  ({ format, encoding }) =>
    encoding === undefined
      ? `The body is a ${format} archive. Send the SBOM inside it, plain or with the header Content-Encoding: gzip.`
      : `The body is compressed with ${format}, but the request does not say so. Send the header Content-Encoding: ${encoding}.`,
);

export const JSON_INVALID = defineError<{ reason: string; line: number; column: number }>(
  'JSON_INVALID',
  ({ reason, line, column }) => `The body is not valid JSON: ${reason} at line ${line}, column ${column}.`,
);

export const JSON_NOT_UTF8 = defineError<{ offset: number; looksLike?: string }>(
  'JSON_NOT_UTF8',
  ({ offset, looksLike }) =>
    looksLike === undefined
      ? `The body must be UTF-8: the bytes at offset ${offset} are not. Save the document as UTF-8 and send it again.`
      : `The body must be UTF-8, but it looks like ${looksLike} (offset ${offset}). Save the document as UTF-8 and send it again.`,
);

export const JSON_NOT_OBJECT = defineError<{ kind: string }>(
  'JSON_NOT_OBJECT',
  ({ kind }) => `The body must be a JSON object, but it is ${kind}. Send one CycloneDX or SPDX document per request.`,
);

export const JSON_TOO_DEEP = defineError<{ max: number }>(
  'JSON_TOO_DEEP',
  ({ max }) => `The JSON is nested deeper than ${max} levels. Flatten the document.`,
);

export const JSON_TOO_MANY_KEYS = defineError<{ max: number }>(
  'JSON_TOO_MANY_KEYS',
  ({ max }) => `One JSON object has more than ${max} members. Split the object, or use an array.`,
);

export const JSON_STRING_TOO_LONG = defineError<{ max: number }>(
  'JSON_STRING_TOO_LONG',
  ({ max }) => `One JSON string is longer than ${max} bytes. Leave the text out, or shorten it.`,
);

export const JSON_NUMBER_TOO_LONG = defineError<{ max: number }>(
  'JSON_NUMBER_TOO_LONG',
  ({ max }) => `One JSON number has more than ${max} characters. Shorten it, or send it as a string.`,
);

export const JSON_DUPLICATE_KEY = defineError<{ key: string; line: number }>(
  'JSON_DUPLICATE_KEY',
  ({ key, line }) =>
    `The member ${quote(key)} occurs twice at the top level (again at line ${line}), so one of the two would be lost. Send it once.`,
);

export const SBOM_TOO_MANY_COMPONENTS = defineError<{ max: number }>(
  'SBOM_TOO_MANY_COMPONENTS',
  ({ max }) => `The document lists more than ${max} components, packages and files. Split it into several SBOMs.`,
);

export const SBOM_TOO_MANY_EDGES = defineError<{ max: number }>(
  'SBOM_TOO_MANY_EDGES',
  ({ max }) => `The document has more than ${max} dependency edges or relationships. Split it into several SBOMs.`,
);

export const SBOM_FORMAT_UNSUPPORTED = defineError<{ found: string; cure: string }>(
  'SBOM_FORMAT_UNSUPPORTED',
  ({ found, cure }) => `The body looks like ${found}; only JSON is supported. ${cure}`,
);

export const SBOM_FORMAT_UNKNOWN = defineError<{ missing: string }>(
  'SBOM_FORMAT_UNKNOWN',
  ({ missing }) => `Unknown SBOM format: must be either 'SPDX' or 'CycloneDX'. ${missing}`,
);

export const SBOM_FORMAT_AMBIGUOUS = defineError<{ found: string }>(
  'SBOM_FORMAT_AMBIGUOUS',
  ({ found }) => `The document matches several formats: it has ${found}. Send one format per document.`,
);

export const SBOM_VERSION_UNSUPPORTED = defineError<{ found: string; supported: string }>(
  'SBOM_VERSION_UNSUPPORTED',
  ({ found, supported }) => `Unsupported version of the SBOM format: ${found}. Send ${supported}.`,
);

export const ENVELOPE_INVALID = defineError<{ path: string; problem: string }>(
  'ENVELOPE_INVALID',
  ({ path, problem }) =>
    `The signed document cannot be unwrapped: ${quote(path)} ${problem}. Send a DSSE envelope with one in-toto statement, or the SBOM itself.`,
);

export const SIGNATURE_KEY_INVALID = defineError<{ name: string; problem: string }>(
  'SIGNATURE_KEY_INVALID',
  ({ name, problem }) => `The key ${quote(name)} ${problem}. Send the public key, for example the file cosign.pub.`,
);

export const SIGNATURE_REQUIRED = defineError<{ state: 'unsigned' | 'not_checked' | 'invalid' }>(
  'SIGNATURE_REQUIRED',
  ({ state }) =>
    state === 'invalid'
      ? 'The signature does not fit any key of this organization, and the organization accepts only verified SBOMs. Sign the document with a configured key.'
      : 'The SBOM is not signed, and the organization accepts only verified SBOMs. Send it as a signed in-toto attestation (DSSE envelope).',
);

export const SBOM_INVALID = defineError<{ path: string; problem: string }>(
  'SBOM_INVALID',
  ({ path, problem }) => `${quote(path)} ${problem}. Fix the tool that generated the document.`,
);

export const LOCKFILE_INVALID = defineError<{ problem: string; command: string }>(
  'LOCKFILE_INVALID',
  ({ problem, command }) => `The lockfile cannot be read: ${problem}. Create it again with "${command}".`,
);

export const LOCKFILE_TOO_LARGE = defineError<{ bytesMax: number }>(
  'LOCKFILE_TOO_LARGE',
  ({ bytesMax }) => `The lockfile exceeds the limit of ${bytesMax} bytes. Scan an SBOM of the project instead.`,
);
