/**
 * Imports the prepared rows of a directory from a bundle, without parsing its records. The file may be forged, so the database
 * checks every value that a parser would have checked, before the transaction ends.
 */
import { LINK } from '../../core/advisory/references.ts';
import { VULNERABILITY_ID } from '../../core/identity/vulnerability-id.ts';
import { LIMITS } from '../../core/limits.ts';
import { FINDING_CLASSES } from '../../core/vocabulary/finding.ts';
import {
  CANNOT_ASSESS_REASONS,
  DISTRIBUTION_FAMILIES,
  CPE_FAMILY,
  GIT_FAMILY,
  LANGUAGE_FAMILIES,
  SCHEME_IDS,
} from '../../core/vocabulary/package.ts';
import { CVSS_VERSIONS, SEVERITIES } from '../../core/vocabulary/severity.ts';
import type { PreparedRows } from '../../feeds/feed.ts';
import { completeFirstImport } from '../../store/advisories/merge/first-import.ts';
import type { MergeReport } from '../../store/advisories/merge/merge-directory.ts';
import {
  copyPreparedRows,
  countInvalidRows,
  PREPARED_TABLES,
  summarizeRecords,
  type PreparedTableName,
} from '../../store/advisories/merge/prepared-rows.ts';
import type { LoadTx } from '../../store/database.ts';
import { isInvalidValue } from '../../store/failures.ts';
import type { StagingPlace } from '../../threads/advisories/staged-rows.ts';
import type { PipelineDeps } from '../deps.ts';
import { FEED_ROWS_INVALID } from '../errors.ts';
import { latestModified } from './plan-directory.ts';

type CopiedPlace = StagingPlace & { readonly snapshot: number };

interface ImportedRows {
  readonly merge: MergeReport;
  readonly records: number;
  readonly highWater: string | undefined;
}

interface RowImport {
  /** Called when everything is read. */
  readonly onCopied: () => Promise<void>;
  readonly takeSnapshot: (records: number) => Promise<number>;
}

/** Throws FEED_ROWS_INVALID if a row is invalid. */
export async function importRows(
  deps: PipelineDeps,
  tx: LoadTx,
  place: CopiedPlace,
  rows: PreparedRows,
  { onCopied, takeSnapshot }: RowImport,
): Promise<ImportedRows> {
  const refuse = (problem: string, cause?: unknown): Error =>
    FEED_ROWS_INVALID({ source: `${place.source}/${place.directory}`, problem }, { cause });
  try {
    await copyLines(tx, place, rows, refuse);
    const { records, highWater } = await summarizeRecords(tx, place);
    if (records !== rows.records) throw refuse(`it has ${records} rows for ${rows.records} records`);
    await onCopied();
    const merge = await completeFirstImport(tx, place, takeSnapshot);
    const invalid = await countInvalidRows(tx, place, {
      modifiedMax: latestModified(deps),
      recordBytesMax: LIMITS.feedRecordBytesMax,
      ...RULES,
    });
    if (invalid > 0) throw refuse(`${invalid} of its rows are invalid`);
    return { merge, records, highWater };
  } catch (error) {
    throw isInvalidValue(error) ? refuse('a row is invalid', error) : error;
  }
}

const RULES = {
  idPattern: VULNERABILITY_ID.source,
  linkPattern: LINK.source,
  idCharactersMax: LIMITS.advisoryIdCharactersMax,
  titleCharactersMax: LIMITS.advisoryTitleCharactersMax,
  detailsCharactersMax: LIMITS.advisoryDetailsCharactersMax,
  linkCharactersMax: LIMITS.advisoryUrlCharactersMax,
  nameCharactersMax: LIMITS.componentNameCharactersMax,
  classes: FINDING_CLASSES,
  severities: SEVERITIES,
  cvssVersions: CVSS_VERSIONS,
  families: [...LANGUAGE_FAMILIES, ...DISTRIBUTION_FAMILIES, CPE_FAMILY, GIT_FAMILY],
  schemes: SCHEME_IDS,
  problems: CANNOT_ASSESS_REASONS,
} as const;

const NEWLINE = 0x0a;

async function copyLines(
  tx: LoadTx,
  place: CopiedPlace,
  { parts }: PreparedRows,
  refuse: (problem: string) => Error,
): Promise<void> {
  let started: { readonly table: PreparedTableName; readonly line: Buffer } | undefined;
  for await (const { table: name, bytes } of parts) {
    const table = PREPARED_TABLES.find((each) => each === name);
    if (table === undefined) throw refuse('it has rows of an unknown table');
    if (started !== undefined && started.table !== table && started.line.length > 0) throw refuse('a row is truncated');
    const all: Buffer = started?.table === table ? Buffer.concat([started.line, bytes]) : Buffer.from(bytes);
    const end = all.lastIndexOf(NEWLINE) + 1;
    if (all.length - end > LINE_BYTES_MAX) throw refuse('a row is too long');
    if (end > 0) await copyPreparedRows(tx, table, place, all.subarray(0, end));
    started = { table, line: all.subarray(end) };
  }
  if (started !== undefined && started.line.length > 0) throw refuse('a row is truncated');
}

/** A record is stored in hexadecimal digits, beside its other columns. */
const LINE_BYTES_MAX = 4 * LIMITS.feedRecordBytesMax;
