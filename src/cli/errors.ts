/** Errors of commands, for the operator. */
import { defineError, quote } from '../core/errors.ts';

export const USAGE_INVALID = defineError<{ problem: string }>(
  'USAGE_INVALID',
  ({ problem }) => `${problem} Run "assay help" to see all commands.`,
);

export const DATABASE_ABSENT = defineError<{ dataDir: string }>(
  'DATABASE_ABSENT',
  ({ dataDir }) =>
    `No database found in ${quote(dataDir)}. Run the command in the folder where Assay runs, or set ASSAY_DATA_DIR or ASSAY_DATABASE_URL to the same value that Assay uses.`,
);

export const DATABASE_NOT_MIGRATED = defineError<{ expected: string }>(
  'DATABASE_NOT_MIGRATED',
  ({ expected }) =>
    `The database schema does not match this version of Assay (migration ${expected}). Start Assay, or run "assay migrate".`,
);

export const SCAN_INPUT_UNREADABLE = defineError<{ input: string; reason: string }>(
  'SCAN_INPUT_UNREADABLE',
  ({ input, reason }) =>
    `Cannot read ${quote(input)}: ${reason}. Pass the path of an SBOM in JSON or of a lockfile, or - for an SBOM on standard input.`,
);

export const SCAN_INPUT_REFUSED = defineError<{ input: string; problem: string }>(
  'SCAN_INPUT_REFUSED',
  ({ input, problem }) => `Cannot scan ${quote(input)}: ${problem}`,
);

export const OUTPUT_UNWRITABLE = defineError<{ output: string; reason: string }>(
  'OUTPUT_UNWRITABLE',
  ({ output, reason }) => `Cannot write ${quote(output)}: ${reason}. Choose another file with --output.`,
);

export const DOCUMENT_UNREADABLE = defineError<{ file: string; reason: string }>(
  'DOCUMENT_UNREADABLE',
  ({ file, reason }) => `Cannot read ${quote(file)}: ${reason}.`,
);

export const DOCUMENTS_ABSENT = defineError<{ input: string; kind: 'folder' | 'pattern'; withLockfiles: boolean }>(
  'DOCUMENTS_ABSENT',
  ({ input, kind, withLockfiles }) =>
    kind === 'pattern'
      ? `No file matches ${quote(input)}.`
      : `No SBOM${withLockfiles ? ' or lockfile' : ''} found below ${quote(input)}. JSON files count as SBOMs by name (*.cdx.json, *.spdx.json, bom.json, sbom.json) or by content.`,
);

export const DOCUMENTS_TOO_MANY = defineError<{ documentsMax: number }>(
  'DOCUMENTS_TOO_MANY',
  ({ documentsMax }) => `Too many files. A command accepts up to ${documentsMax} documents: name a smaller folder.`,
);

export const GATE_UNKNOWN = defineError<{ name: string; reasons: string }>(
  'GATE_UNKNOWN',
  ({ name, reasons }) => `The gate of ${quote(name)} has no result: ${reasons}`,
);

export const ANALYSIS_UNFINISHED = defineError<{ name: string; reasons: string }>(
  'ANALYSIS_UNFINISHED',
  ({ name, reasons }) => `Uploaded, but the analysis of ${quote(name)} has no result: ${reasons}`,
);

export const UPLOAD_INTERRUPTED = defineError<{ uploaded: number; total: number }>(
  'UPLOAD_INTERRUPTED',
  ({ uploaded, total }) =>
    `Interrupted: ${uploaded} of ${total} files were uploaded. Run the command again: files that were uploaded before change nothing.`,
);

export const UPLOADS_FAILED = defineError<{ failed: number; total: number }>(
  'UPLOADS_FAILED',
  ({ failed, total }) =>
    `${failed} of ${total} files were not uploaded. Fix the problems above and run the command again.`,
);

export const VERSION_ABSENT = defineError<{ service: string }>(
  'VERSION_ABSENT',
  ({ service }) => `The service ${quote(service)} has no version yet. Upload an SBOM first.`,
);

export const ANSWER_MISSING = defineError<{ file: string }>(
  'ANSWER_MISSING',
  ({ file }) =>
    `The saved answer ${quote(file)} does not exist. Set ASSAY_DEPENDENCY_TRACK_URL and ASSAY_DEPENDENCY_TRACK_KEY to request it.`,
);

export const ANSWER_REFUSED = defineError<{ path: string; status: number }>(
  'ANSWER_REFUSED',
  ({ path, status }) =>
    `Dependency-Track answered ${quote(path)} with status ${status}. Check ASSAY_DEPENDENCY_TRACK_KEY and its permissions, then repeat.`,
);

export const ORGANIZATION_ABSENT = defineError(
  'ORGANIZATION_ABSENT',
  () => 'There is no organization yet. Start Assay once to create the first one.',
);

export const ORGANIZATION_UNKNOWN = defineError<{ reference: string }>(
  'ORGANIZATION_UNKNOWN',
  ({ reference }) => `Unknown organization ${quote(reference)}. Use one of these ids or names:`,
);

export const ORGANIZATION_AMBIGUOUS = defineError<{ problem: string; how: string }>(
  'ORGANIZATION_AMBIGUOUS',
  ({ problem, how }) => `${problem} Choose one ${how}:`,
);

export const QUEUE_ABSENT = defineError(
  'QUEUE_ABSENT',
  () => 'The tables of the job queue do not exist yet. Start Assay, or run "assay migrate".',
);

export const ADVISORIES_OFF = defineError<{ setting: string }>(
  'ADVISORIES_OFF',
  ({ setting }) =>
    `The advisory source is disabled. Set ${setting} to its URL, or unset the variable to use the public URL if there is one.`,
);

export const ADVISORIES_ABSENT = defineError(
  'ADVISORIES_ABSENT',
  () => 'Nothing to export: only the built-in starter set is loaded. Run "assay advisories sync" first.',
);

export const ADVISORY_ABSENT = defineError<{ id: string }>(
  'ADVISORY_ABSENT',
  ({ id }) => `No advisory source contains ${quote(id)}. Run "assay advisories status" to see the loaded sources.`,
);

export const BUNDLE_INTERRUPTED = defineError(
  'BUNDLE_INTERRUPTED',
  () => 'Interrupted. Nothing was changed; run the command again.',
);

export const ADVISORIES_BUSY = defineError<{ source: string }>(
  'ADVISORIES_BUSY',
  ({ source }) =>
    `Another process is importing ${quote(source)}. Run "assay advisories status" to see its progress. If that process was stopped, retry in two minutes.`,
);

export const LAST_ORGANIZATION = defineError(
  'LAST_ORGANIZATION',
  () => 'This is the only organization. Create another one first, or delete the data folder to start over.',
);
