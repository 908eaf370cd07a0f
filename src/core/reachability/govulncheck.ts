/**
 * The stream of `govulncheck -format json`: a configuration, vulnerabilities of the required modules, and findings. A finding names
 * the module that is affected, the package that is imported, or the function that is called, with the calls that lead to it. A
 * vulnerability without a finding does not affect the modules of the build, and nothing is concluded from it.
 * https://pkg.go.dev/golang.org/x/vuln/internal/govulncheck
 */
import { memberIn, isObject } from '../json/members.ts';
import { toAsciiLower } from '../identity/identifier-text.ts';
import { isVulnerabilityId } from '../identity/vulnerability-id.ts';
import { LIMITS } from '../limits.ts';
import type { ReachabilityState } from '../vocabulary/reachability.ts';
import { REACHABILITY_INVALID, REACHABILITY_TOO_LARGE } from './errors.ts';
import {
  describeSearch,
  listIn,
  mergeStatements,
  parseRecords,
  requireText,
  textIn,
  toFrame,
  toTrace,
  type AnalyzedRecord,
} from './parse-members.ts';
import {
  NO_TRACE,
  type ReachabilityDocument,
  type ReachabilityStatement,
  type Trace,
} from './reachability-document.ts';

const MESSAGES = ['config', 'progress', 'osv', 'finding', 'SBOM'];

export function isGovulncheckMessage(message: unknown): boolean {
  return MESSAGES.some((name) => isObject(memberIn(message, name)));
}

export function parseGovulncheck(messages: readonly unknown[]): ReachabilityDocument {
  const { tool, scanLevel } = parseConfig(messages);
  const records = parseRecords(membersOf(messages, 'osv'));
  const groups = groupFindings(messages);
  const statements = [...groups.values()].flatMap((group) => toStatements(group, scanLevel, records));
  return { kind: 'govulncheck', tool, statements: mergeStatements(statements) };
}

interface Scan {
  readonly tool: string;
  /** How deep the scan looked: `module`, `package` or `symbol`. Undefined: unknown. */
  readonly scanLevel: string | undefined;
}

function parseConfig(messages: readonly unknown[]): Scan {
  const [config, ...more] = membersOf(messages, 'config');
  if (config === undefined) throw REACHABILITY_INVALID({ path: '', problem: 'has no "config" message' });
  // The findings of the first scan could not be told from those of the second.
  if (more.length > 0)
    throw REACHABILITY_INVALID({ path: '', problem: 'contains several scans: send the output of one govulncheck run' });
  const { path, value } = config;
  if (textIn(value, 'scan_mode', path) === 'query')
    throw REACHABILITY_INVALID({ path: `${path}.scan_mode`, problem: 'is "query", which analyzes no code' });
  const name = textIn(value, 'scanner_name', path) ?? 'govulncheck';
  const version = textIn(value, 'scanner_version', path);
  // In a binary, a function counts as called if it is there.
  const mode = textIn(value, 'scan_mode', path) === 'binary' ? '(binary)' : undefined;
  return {
    tool: [name, version, mode].filter((part) => part !== undefined).join(' '),
    scanLevel: textIn(value, 'scan_level', path),
  };
}

interface Member {
  readonly path: string;
  readonly value: unknown;
}

function membersOf(messages: readonly unknown[], name: string): Member[] {
  return messages.flatMap((message, index) => {
    const value = memberIn(message, name);
    return isObject(value) ? [{ path: `message ${index + 1}: ${name}`, value }] : [];
  });
}

/** All findings about a vulnerability in a module. */
interface FindingGroup {
  readonly id: string;
  /** In lower case. */
  readonly module: string;
  readonly version: string | null;
  isImported: boolean;
  /** One for each called function. */
  readonly traces: Trace[];
}

function groupFindings(messages: readonly unknown[]): ReadonlyMap<string, FindingGroup> {
  const groups = new Map<string, FindingGroup>();
  for (const { path, value } of membersOf(messages, 'finding')) {
    const id = requireText(value, 'osv', path).toUpperCase();
    if (!isVulnerabilityId(id)) throw REACHABILITY_INVALID({ path: `${path}.osv`, problem: 'is not an id' });
    // From the vulnerable function to the entry point.
    const frames = listIn(value, 'trace', path);
    if (!isObject(frames[0])) throw REACHABILITY_INVALID({ path: `${path}.trace`, problem: 'has no first frame' });
    const [first] = frames;
    const module = toAsciiLower(requireText(first, 'module', `${path}.trace[0]`));
    const version = textIn(first, 'version', `${path}.trace[0]`) ?? null;
    const key = JSON.stringify([id, module, version]);
    const group = groups.get(key) ?? { id, module, version, isImported: false, traces: [] };
    if (!groups.has(key) && groups.size === LIMITS.reachabilityStatementsMax)
      throw REACHABILITY_TOO_LARGE({ what: 'findings', max: LIMITS.reachabilityStatementsMax });
    groups.set(key, group);
    if (textIn(first, 'package', `${path}.trace[0]`) !== undefined) group.isImported = true;
    if (textIn(first, 'function', `${path}.trace[0]`) !== undefined) group.traces.push(toCallTrace(frames));
  }
  return groups;
}

function toCallTrace(frames: readonly unknown[]): Trace {
  return toTrace(
    frames.toReversed().map((frame) => {
      const position = memberIn(frame, 'position');
      return toFrame({
        function: toFunction(memberIn(frame, 'receiver'), memberIn(frame, 'function')),
        package: memberIn(frame, 'package'),
        file: memberIn(position, 'filename'),
        line: memberIn(position, 'line'),
      });
    }),
  );
}

/** `*Decoder` and `String` give `Decoder.String`. */
function toFunction(receiver: unknown, name: unknown): unknown {
  if (typeof receiver !== 'string' || typeof name !== 'string' || receiver === '') return name;
  return `${receiver.startsWith('*') ? receiver.slice(1) : receiver}.${name}`;
}

/** One statement for each called function; they are merged later. */
function toStatements(
  { id, module, version, isImported, traces }: FindingGroup,
  scanLevel: string | undefined,
  records: ReadonlyMap<string, AnalyzedRecord>,
): ReachabilityStatement[] {
  const state = stateOf(scanLevel, isImported, traces.length > 0);
  if (state === undefined) return [];
  const { ids = [id], named } = records.get(id) ?? {};
  const search = describeSearch(state, named?.get(module));
  const shown = traces.length === 0 ? [NO_TRACE] : traces;
  return shown.map((trace) => ({ family: 'Go', name: module, version, ids, state, trace, ...search }));
}

/** What a scan did not look for is unknown: only a scan of symbols knows that none is called. */
function stateOf(scanLevel: string | undefined, isImported: boolean, isCalled: boolean): ReachabilityState | undefined {
  if (isCalled) return 'called';
  if (isImported) return scanLevel === 'symbol' ? 'not_called' : 'imported';
  return scanLevel === 'symbol' || scanLevel === 'package' ? 'not_imported' : undefined;
}
