/** Errors of commands, for the operator. */
import { defineError, quote } from '../core/errors.ts';

export const USAGE_INVALID = defineError<{ problem: string }>(
  'USAGE_INVALID',
  ({ problem }) => `${problem} "assay help" shows all commands.`,
);

export const DATABASE_ABSENT = defineError<{ dataDir: string }>(
  'DATABASE_ABSENT',
  ({ dataDir }) =>
    `There is no database in ${quote(dataDir)}. Run the command in the folder in which Assay runs, or set ASSAY_DATA_DIR or ASSAY_DATABASE_URL as for Assay itself.`,
);

export const DATABASE_NOT_MIGRATED = defineError<{ expected: string }>(
  'DATABASE_NOT_MIGRATED',
  ({ expected }) =>
    `The database does not have the tables of this version (migration ${expected}). Start Assay, or run "assay migrate".`,
);

export const SCAN_INPUT_UNREADABLE = defineError<{ input: string; reason: string }>(
  'SCAN_INPUT_UNREADABLE',
  ({ input, reason }) =>
    `${quote(input)} cannot be read: ${reason}. Give the name of an SBOM in JSON, or - for the standard input.`,
);

export const SCAN_INPUT_REFUSED = defineError<{ input: string; problem: string }>(
  'SCAN_INPUT_REFUSED',
  ({ input, problem }) => `${quote(input)} cannot be scanned: ${problem}`,
);

export const SCAN_OUTPUT_UNWRITABLE = defineError<{ output: string; reason: string }>(
  'SCAN_OUTPUT_UNWRITABLE',
  ({ output, reason }) => `${quote(output)} cannot be written: ${reason}. Give another name with --output.`,
);

export const ORGANIZATION_ABSENT = defineError(
  'ORGANIZATION_ABSENT',
  () => 'There is no organization yet: the first start of Assay makes one. Start it once.',
);

export const ORGANIZATION_UNKNOWN = defineError<{ reference: string }>(
  'ORGANIZATION_UNKNOWN',
  ({ reference }) => `There is no organization ${quote(reference)}. Give its id or its name:`,
);

export const ORGANIZATION_AMBIGUOUS = defineError<{ problem: string; how: string }>(
  'ORGANIZATION_AMBIGUOUS',
  ({ problem, how }) => `${problem} Choose one ${how}:`,
);

export const QUEUE_ABSENT = defineError(
  'QUEUE_ABSENT',
  () => 'The database does not have the tables of the job queue. Start Assay, or run "assay migrate".',
);

export const ADVISORIES_OFF = defineError<{ setting: string }>(
  'ADVISORIES_OFF',
  ({ setting }) =>
    `The source is switched off. Set ${setting} to its address; where a public address is the default, unset it to use that.`,
);

export const ADVISORIES_ABSENT = defineError(
  'ADVISORIES_ABSENT',
  () =>
    'There is nothing to export: only the starter set is loaded, which every Assay has. Run "assay advisories sync" first.',
);

export const ADVISORY_ABSENT = defineError<{ id: string }>(
  'ADVISORY_ABSENT',
  ({ id }) =>
    `No source of advisories that was read knows ${quote(id)}. "assay advisories status" shows what was read.`,
);

export const BUNDLE_INTERRUPTED = defineError(
  'BUNDLE_INTERRUPTED',
  () => 'Interrupted. Nothing was changed; run the command again.',
);

export const ADVISORIES_BUSY = defineError<{ source: string }>(
  'ADVISORIES_BUSY',
  ({ source }) =>
    `Another process is importing ${quote(source)}; "assay advisories status" shows when it is done. If that process died, try again in two minutes.`,
);

export const LAST_ORGANIZATION = defineError(
  'LAST_ORGANIZATION',
  () => 'This is the only organization. Create another one first, or delete the data folder to start over.',
);
