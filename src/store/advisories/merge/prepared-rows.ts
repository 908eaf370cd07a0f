/**
 * The rows of a directory as a bundle carries them, in COPY format: another installation with the same tables copies them instead
 * of parsing the records again. Everything that depends on other records is computed again, and columns with the source, the
 * directory and the snapshot are added here, so a bundle cannot set them.
 */
import { sql, type RawBuilder } from 'kysely';
import { ENTRY_COLUMNS, RECORD_COLUMNS } from '../../../core/advisory/copied-columns.ts';
import { ecosystemOfDirectory } from '../../../core/advisory/distributions/published-file.ts';
import type { LoadTx, ReferenceTx } from '../../database.ts';
import type { DirectoryKey } from '../directories.ts';

interface PreparedTable {
  /** Columns that are added by the import. */
  readonly added: readonly ('snapshot' | 'severity_snapshot' | 'source' | 'directory' | 'active' | 'run')[];
  readonly columns: readonly string[];
  readonly toQuery: (place: PreparedPlace) => string;
}

interface PreparedPlace extends DirectoryKey {
  /** All directories of the bundle. Sources of packages of other families belong to the first. */
  readonly directories: readonly string[];
}

const TABLES = {
  advisory_record: {
    added: ['snapshot', 'severity_snapshot', 'source', 'directory'],
    columns: RECORD_COLUMNS,
    toQuery: (place) => `select ${toNames(RECORD_COLUMNS)} from advisory_record where ${ofPlace(place)} order by id`,
  },
  affected_entry: {
    added: ['source', 'directory', 'active'],
    columns: ENTRY_COLUMNS,
    toQuery: (place) => toEntryQuery(place, 'own'),
  },
  staged_entry: { added: ['run'], columns: ENTRY_COLUMNS, toQuery: (place) => toEntryQuery(place, 'not own') },
  staged_package_source: {
    added: ['run'],
    columns: ['key', 'source_name'],
    toQuery: ({ directory, directories }) => {
      const family = `split_part(key, e'\\x1f', 1)`;
      const others = directory === directories[0] ? `or ${family} <> all(array[${directories.map(quote).join()}])` : '';
      return `select key, source_name from package_source
        where origin = 'advisories' and (${family} = ${quote(directory)} ${others}) order by key, source_name`;
    },
  },
} as const satisfies Record<string, PreparedTable>;

export type PreparedTableName = keyof typeof TABLES;
export const PREPARED_TABLES = Object.keys(TABLES) as [PreparedTableName, ...PreparedTableName[]];

function toEntryQuery(place: DirectoryKey, kind: string): string {
  return `select ${toNames(ENTRY_COLUMNS)} from affected_entry where ${ofPlace(place)} and ${kind} order by record_id, n`;
}

function ofPlace({ source, directory }: DirectoryKey): string {
  return `source = ${quote(source)} and directory = ${quote(directory)}`;
}

function toNames(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** COPY takes no parameters. Names of sources and directories are checked before they are stored. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Returns the lines in parts of any size. */
export function streamPreparedRows(
  tx: LoadTx,
  table: PreparedTableName,
  place: PreparedPlace,
): AsyncGenerator<Uint8Array> {
  return tx.copyOut(`copy (${TABLES[table].toQuery(place)}) to stdout`);
}

interface CopiedPlace extends DirectoryKey {
  readonly run: string;
  readonly snapshot: number;
}

/** Copies whole lines. */
export async function copyPreparedRows(
  tx: LoadTx,
  table: PreparedTableName,
  { run, source, directory, snapshot }: CopiedPlace,
  lines: Buffer,
): Promise<void> {
  const { added, columns } = TABLES[table];
  const values = { run, source, directory, snapshot, severity_snapshot: snapshot, active: true };
  const start = Buffer.from(added.map((column) => `${values[column]}\t`).join(''));
  await tx.copyInto(`copy ${table} (${toNames([...added, ...columns])}) from stdin`, withStarts(lines, start));
}

const NEWLINE = 0x0a;

/** A line break inside of a value is escaped. */
function withStarts(lines: Buffer, start: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let position = 0; position < lines.length;) {
    const found = lines.indexOf(NEWLINE, position);
    const end = found === -1 ? lines.length : found + 1;
    parts.push(start, lines.subarray(position, end));
    position = end;
  }
  return Buffer.concat(parts);
}

/** Returns the number and the newest change of the copied records. */
export async function summarizeRecords(
  tx: ReferenceTx,
  { source, directory }: DirectoryKey,
): Promise<{ readonly records: number; readonly highWater: string | undefined }> {
  const { rows } = await sql<{ records: number; highWater: string | null }>`
    select count(*)::int as records,
      to_char(max(modified) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "highWater"
    from advisory_record where source = ${source} and directory = ${directory}`.execute(tx.db);
  return { records: rows[0]?.records ?? 0, highWater: rows[0]?.highWater ?? undefined };
}

export interface RowRules {
  /** Regular expressions of both JavaScript and PostgreSQL. */
  readonly idPattern: string;
  readonly linkPattern: string;
  readonly modifiedMax: string;
  readonly idCharactersMax: number;
  readonly titleCharactersMax: number;
  readonly detailsCharactersMax: number;
  readonly linkCharactersMax: number;
  readonly recordBytesMax: number;
  readonly nameCharactersMax: number;
  readonly classes: readonly string[];
  readonly severities: readonly string[];
  readonly cvssVersions: readonly string[];
  readonly families: readonly string[];
  readonly schemes: readonly string[];
  readonly problems: readonly string[];
}

/** Number of records and entries that no parser would have written: a file may be forged. */
export async function countInvalidRows(tx: ReferenceTx, place: DirectoryKey, rules: RowRules): Promise<number> {
  return (await countInvalidRecords(tx, place, rules)) + (await countInvalidEntries(tx, place, rules));
}

async function countInvalidRecords(
  tx: ReferenceTx,
  { source, directory }: DirectoryKey,
  rules: RowRules,
): Promise<number> {
  const isId = (text: string): RawBuilder<boolean> =>
    sql`${sql.raw(text)} ~ ${rules.idPattern} and length(${sql.raw(text)}) <= ${rules.idCharactersMax}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from advisory_record r
    where source = ${source} and directory = ${directory} and (
      ${isId('r.id')} and modified <= ${rules.modifiedMax}::timestamptz
      and class = any(${rules.classes}::text[]) and severity = any(${rules.severities}::text[])
      and length(title) <= ${rules.titleCharactersMax} and length(details) <= ${rules.detailsCharactersMax}
      and octet_length(projection_sha256) = 32 and octet_length(severity_sha256) = 32
      and octet_length(raw) <= ${rules.recordBytesMax} and substring(raw from 1 for 3) in ('\\x1f8b08'::bytea, '\\x28b52f'::bytea)
      and cardinality(group_ids) > 0
      and coalesce(array_ndims(aliases), 1) = 1 and coalesce(array_ndims(upstream), 1) = 1
      and coalesce(array_ndims(related), 1) = 1 and coalesce(array_ndims(group_ids), 1) = 1
      and coalesce(array_ndims(cwes), 1) = 1 and coalesce(array_ndims("references"), 1) = 1
      and coalesce(array_ndims(mentions), 1) = 1
      and not exists (
        select from unnest(aliases || upstream || related || group_ids) i(id) where (${isId('i.id')}) is not true)
      and not exists (
        select from unnest("references") l(url)
        where (url ~* ${rules.linkPattern} and length(url) <= ${rules.linkCharactersMax}) is not true)
      and not exists (select from unnest(cwes) c(id) where (id ~ '^CWE-[0-9]{1,6}$') is not true)
      and not exists (select from unnest(mentions) m(term) where (term ~ '^[a-z][a-z0-9_:-]{0,63}$') is not true)
      and jsonb_typeof(cvss) = 'array' and not exists (
        select from jsonb_array_elements(case jsonb_typeof(cvss) when 'array' then cvss else '[]' end) v(rating)
        where (jsonb_typeof(rating) = 'object' and rating ->> 'version' = any(${rules.cvssVersions}::text[])
          and jsonb_typeof(rating -> 'vector') = 'string' and jsonb_typeof(rating -> 'score') = 'number') is not true)
    ) is not true`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

/** In strict mode a missing member makes a condition unknown, which is neither true nor false. */
function unless(condition: string): string {
  return `? (!(${condition}) || (${condition}) is unknown)`;
}

const WINDOW = `@.type() == "object" && !exists(@.keyvalue() ? (@.value.type() != "string"
  || !(@.key == "introduced" || @.key == "fixed" || @.key == "lastAffected")))`;

const COMMITS = `@.type() == "object" && @.introduced.type() == "array" && @.fixed.type() == "array"
  && @.lastAffected.type() == "array" && !exists(@.keyvalue() ? (!(@.key == "introduced" || @.key == "fixed"
  || @.key == "lastAffected" || @.key == "hasOpen" && @.value.type() == "boolean")))`;

/** Members that most entries have, and those that few have. */
const COMMON = [
  'family',
  'release',
  'name',
  'scheme',
  'windows',
  'versions',
  'problems',
  'lastKnownAffected',
  'urgency',
];
const RARE = [
  'channel',
  'modules',
  'binaries',
  'customWindows',
  'hasImports',
  'importPaths',
  'platforms',
  'runsOn',
  'commits',
];

/** Paths to values of a wrong type in the members that few entries have. A missing member has none. */
const WRONG_RARE = [
  '$.channel ? (@.type() != "string")',
  '$.modules ? (@.type() != "array")',
  '$.modules[*] ? (@.type() != "string")',
  '$.binaries ? (@.type() != "array")',
  `$.binaries[*] ${unless('@.type() == "object" && @.name.type() == "string" && @.fixed.type() == "string"')}`,
  '$.customWindows ? (@.type() != "array")',
  `$.customWindows[*] ? (!(${WINDOW}))`,
  '$.hasImports ? (!(@ == true))',
  '$.importPaths ? (@.type() != "array")',
  '$.importPaths[*] ? (@.type() != "string")',
  '$.platforms ? (@.type() != "array")',
  `$.platforms[*] ${unless('@.type() == "object" && @.os.type() == "array" && @.arch.type() == "array"')}`,
  '$.platforms[*].os[*] ? (@.type() != "string")',
  '$.platforms[*].arch[*] ? (@.type() != "string")',
  '$.runsOn ? (@.type() != "array")',
  '$.runsOn[*] ? (@.type() != "string")',
  `$.commits ${unless(COMMITS)}`,
  '$.commits.introduced[*] ? (@.type() != "string")',
  '$.commits.fixed[*] ? (@.type() != "string")',
  '$.commits.lastAffected[*] ? (@.type() != "string")',
];

/** In strict mode, because otherwise a list of lists would look like a list. */
function hasNone(column: 'entry' | 'listed', path: string): RawBuilder<boolean> {
  return sql`not coalesce(jsonb_path_exists(${sql.ref(column)}, ${`strict ${path}`}::text::jsonpath, '{}', true), false)`;
}

async function countInvalidEntries(
  tx: ReferenceTx,
  { source, directory }: DirectoryKey,
  rules: RowRules,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from affected_entry e
    where source = ${source} and directory = ${directory} and (
      n >= 0 and own = (entry ->> 'family' = ${ecosystemOfDirectory(directory)})
      and exists (select from advisory_record r
        where r.source = e.source and r.directory = e.directory and r.id = e.record_id)
      and jsonb_typeof(entry) = 'object'
      and entry ->> 'family' = any(${rules.families}::text[]) and entry ->> 'scheme' = any(${rules.schemes}::text[])
      and jsonb_typeof(entry -> 'release') = 'string' and jsonb_typeof(entry -> 'name') = 'string'
      and coalesce(jsonb_typeof(entry -> 'lastKnownAffected'), 'string') = 'string'
      and coalesce(jsonb_typeof(entry -> 'urgency'), 'string') = 'string'
      and length(entry ->> 'name') between 1 and ${rules.nameCharactersMax}
      and concat(entry ->> 'release', entry ->> 'name') !~ '[\\u0001-\\u001f\\u007f-\\u009f]'
      and (package_key = concat_ws(e'\\x1f', entry ->> 'family', entry ->> 'release', entry ->> 'name')
        or entry ->> 'family' = 'Maven' and package_key ^@ concat('Maven', e'\\x1f', entry ->> 'release', e'\\x1f:')
          and length(package_key) <= length(entry ->> 'release') + length(entry ->> 'name') + 8)
      and jsonb_typeof(entry -> 'windows') = 'array' and ${hasNone('entry', `$.windows[*] ? (!(${WINDOW}))`)}
      and jsonb_typeof(entry -> 'versions') = 'array' and ${hasNone('entry', '$.versions[*] ? (@.type() != "string")')}
      and jsonb_typeof(entry -> 'problems') = 'array' and entry -> 'problems' <@ ${JSON.stringify(rules.problems)}::jsonb
      and (entry - ${COMMON}::text[] = '{}' or entry - ${[...COMMON, ...RARE]}::text[] = '{}'
        and ${sql.join(
          WRONG_RARE.map((path) => hasNone('entry', path)),
          sql` and `,
        )})
      and (listed is null or jsonb_typeof(listed) = 'array' and ${hasNone('listed', '$[*] ? (@.type() != "string")')})
    ) is not true`.execute(tx.db);
  return rows[0]?.count ?? 0;
}
