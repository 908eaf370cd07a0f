/** The parts that reachability documents have in common: members, vulnerability records, traces and statements. */
import { memberIn } from '../json/members.ts';
import { isVulnerabilityId } from '../identity/vulnerability-id.ts';
import { toAsciiLower } from '../identity/identifier-text.ts';
import { uniqueSorted } from '../collections/text-lists.ts';
import { compareText } from '../text/compare-text.ts';
import { LIMITS } from '../limits.ts';
import { REACHABILITY_INVALID, REACHABILITY_TOO_LARGE } from './errors.ts';
import { compareStatements, type ReachabilityStatement, type Trace, type TraceFrame } from './reachability-document.ts';
import type { ReachabilityState } from '../vocabulary/reachability.ts';

export function listIn(value: unknown, name: string, path: string): readonly unknown[] {
  const member = memberIn(value, name) ?? [];
  if (!Array.isArray(member)) throw REACHABILITY_INVALID({ path: `${path}.${name}`, problem: 'is not a list' });
  return member;
}

/** Undefined: absent or empty. */
export function textIn(value: unknown, name: string, path: string): string | undefined {
  const member = memberIn(value, name) ?? '';
  if (typeof member !== 'string') throw REACHABILITY_INVALID({ path: `${path}.${name}`, problem: 'is not text' });
  if (member.length > LIMITS.reachabilityTextCharactersMax)
    throw REACHABILITY_TOO_LARGE({ what: 'characters in one name', max: LIMITS.reachabilityTextCharactersMax });
  return member === '' ? undefined : member;
}

export function requireText(value: unknown, name: string, path: string): string {
  const text = textIn(value, name, path);
  if (text === undefined) throw REACHABILITY_INVALID({ path: `${path}.${name}`, problem: 'is missing' });
  return text;
}

/** A vulnerability record in OSV form, reduced to what a statement needs. */
export interface AnalyzedRecord {
  readonly ids: readonly string[];
  /** By package, in lower case. */
  readonly named: ReadonlyMap<string, NamedCode>;
}

/** What the entries of a record about a package name: Go packages with their functions, Rust functions. */
export interface NamedCode {
  /** Empty: all packages of the module are vulnerable. */
  readonly packages: readonly string[];
  /** With their package. A package alone means all its functions. */
  readonly symbols: readonly string[];
  /** Every entry names packages, or functions. */
  readonly isPrecise: Readonly<Record<'packages' | 'symbols', boolean>>;
}

/** https://go.dev/doc/security/vuln/database#schema and https://github.com/rustsec/advisory-db#advisory-format */
function parseRecord(record: unknown, path: string): AnalyzedRecord {
  const aliases = listIn(record, 'aliases', path).filter((alias) => typeof alias === 'string');
  const id = requireText(record, 'id', path).toUpperCase();
  if (!isVulnerabilityId(id)) throw REACHABILITY_INVALID({ path: `${path}.id`, problem: 'is not an id' });
  const ids = uniqueSorted(aliases.filter(isVulnerabilityId).map((alias) => alias.toUpperCase())).filter(
    (alias) => alias !== id,
  );
  if (ids.length >= LIMITS.reachabilityIdsMax)
    throw REACHABILITY_TOO_LARGE({ what: 'ids of one vulnerability', max: LIMITS.reachabilityIdsMax });
  return { ids: [id, ...ids], named: findNamedPackages(listIn(record, 'affected', path)) };
}

/** By package, in lower case. Takes the `affected` of any record. */
export function findNamedPackages(affected: readonly unknown[]): ReadonlyMap<string, NamedCode> {
  const named = new Map<string, NamedCode>();
  for (const entry of affected) {
    const name = memberIn(memberIn(entry, 'package'), 'name');
    if (typeof name !== 'string') continue;
    const key = toAsciiLower(name);
    const known = named.get(key);
    const code = findNamedCode(memberIn(entry, 'ecosystem_specific'));
    named.set(key, known === undefined ? code : joinCode(known, code));
  }
  return named;
}

function joinCode(a: NamedCode, b: NamedCode): NamedCode {
  return {
    packages: uniqueSorted([...a.packages, ...b.packages]),
    symbols: uniqueSorted([...a.symbols, ...b.symbols]),
    isPrecise: {
      packages: a.isPrecise.packages && b.isPrecise.packages,
      symbols: a.isPrecise.symbols && b.isPrecise.symbols,
    },
  };
}

function findNamedCode(specific: unknown): NamedCode {
  const imports = listOf(memberIn(specific, 'imports')).map((each) => ({
    path: memberIn(each, 'path'),
    symbols: textsOf(memberIn(each, 'symbols')),
  }));
  const paths = imports.flatMap(({ path }) => (typeof path === 'string' ? [path] : []));
  const functions = textsOf(memberIn(memberIn(specific, 'affects'), 'functions'));
  const symbols = imports.flatMap(({ path, symbols: named }) => {
    const of = typeof path === 'string' ? path : '';
    return named.length === 0 ? [of] : named.map((symbol) => `${of} ${symbol}`);
  });
  return {
    packages: uniqueSorted(paths),
    symbols: uniqueSorted([...symbols, ...functions]),
    isPrecise: {
      packages: paths.length > 0 && paths.length === imports.length,
      symbols: imports.length + functions.length > 0 && imports.every(({ symbols: named }) => named.length > 0),
    },
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textsOf(value: unknown): string[] {
  return listOf(value).filter((each) => typeof each === 'string');
}

/** A negative statement is about what the record names; without a record, or without names, it is not precise. */
export function describeSearch(
  state: ReachabilityState,
  code: NamedCode | undefined,
): Pick<ReachabilityStatement, 'isPrecise' | 'searchedFor'> {
  if (code === undefined || (state !== 'not_called' && state !== 'not_imported'))
    return { isPrecise: false, searchedFor: [] };
  const what = state === 'not_imported' ? 'packages' : 'symbols';
  return { isPrecise: code.isPrecise[what], searchedFor: code[what] };
}

/** By id. A document with two different records of one id is rejected: it is not known which of them was analyzed. */
export function parseRecords(
  records: readonly { readonly value: unknown; readonly path: string }[],
): ReadonlyMap<string, AnalyzedRecord> {
  const byId = new Map<string, AnalyzedRecord>();
  for (const { value, path } of records) {
    const record = parseRecord(value, path);
    const [id = ''] = record.ids;
    const known = byId.get(id);
    if (known !== undefined && !isSameRecord(known, record))
      throw REACHABILITY_INVALID({ path, problem: 'differs from another record with the same id' });
    byId.set(id, record);
  }
  return byId;
}

function isSameRecord(a: AnalyzedRecord, b: AnalyzedRecord): boolean {
  const describe = ({ ids, named }: AnalyzedRecord): string =>
    JSON.stringify([ids, [...named].toSorted(([x], [y]) => compareText(x, y))]);
  return describe(a) === describe(b);
}

/** Cuts long texts, which are only shown. */
export function toFrame(frame: {
  readonly function?: unknown;
  readonly package?: unknown;
  readonly file?: unknown;
  readonly line?: unknown;
}): TraceFrame {
  const { line } = frame;
  return {
    function: toShown(frame.function),
    package: toShown(frame.package),
    file: toShown(frame.file),
    line: typeof line === 'number' && Number.isSafeInteger(line) && line > 0 ? line : null,
  };
}

function toShown(text: unknown): string | null {
  if (typeof text !== 'string' || text === '') return null;
  const max = LIMITS.traceTextCharactersMax;
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}

/** Keeps the frames next to the vulnerable function, which is the last one. */
export function toTrace(frames: readonly TraceFrame[]): Trace {
  const omitted = Math.max(0, frames.length - LIMITS.traceFramesMax);
  return { frames: frames.slice(omitted), omitted };
}

/**
 * Joins statements about the same record and package version: the worst state counts, with its shortest trace. The result does not
 * depend on the order of the statements.
 */
export function mergeStatements(statements: readonly ReachabilityStatement[]): readonly ReachabilityStatement[] {
  const merged = new Map<string, ReachabilityStatement>();
  for (const statement of statements) {
    const { ids, family, name, version } = statement;
    const key = JSON.stringify([ids[0] ?? '', family, name, version]);
    const known = merged.get(key);
    if (known === undefined && merged.size === LIMITS.reachabilityStatementsMax)
      throw REACHABILITY_TOO_LARGE({ what: 'statements', max: LIMITS.reachabilityStatementsMax });
    merged.set(key, known === undefined ? statement : chooseWorse(known, statement));
  }
  const names = [...merged.values()].reduce((sum, { searchedFor }) => sum + searchedFor.length, 0);
  if (names > LIMITS.reachabilityNamesMax)
    throw REACHABILITY_TOO_LARGE({ what: 'names of vulnerable functions', max: LIMITS.reachabilityNamesMax });
  return [...merged].toSorted(([a], [b]) => compareText(a, b)).map(([, statement]) => statement);
}

function chooseWorse(a: ReachabilityStatement, b: ReachabilityStatement): ReachabilityStatement {
  const isPrecise = a.isPrecise && b.isPrecise;
  // Both have looked only for what both name.
  const others = new Set(b.searchedFor);
  const searchedFor = a.state === b.state && { searchedFor: a.searchedFor.filter((name) => others.has(name)) };
  return { ...(compareStatements(a, b) <= 0 ? a : b), isPrecise, ...searchedFor };
}
