/**
 * The JSON of osv-scanner with call analysis. Each group of vulnerability ids has an entry for every id that was analyzed; an id
 * without an entry was not analyzed. https://google.github.io/osv-scanner/experimental/
 */
import { isObject, memberIn } from '../json/members.ts';
import { parseOsvEcosystem } from '../identity/ecosystems/ecosystem.ts';
import { toAsciiLower } from '../identity/identifier-text.ts';
import { REACHABILITY_EMPTY, REACHABILITY_INVALID } from './errors.ts';
import { describeSearch, listIn, mergeStatements, parseRecords, requireText, textIn } from './parse-members.ts';
import { NO_TRACE, type ReachabilityDocument, type ReachabilityStatement } from './reachability-document.ts';

export function parseOsvScanner(document: unknown): ReachabilityDocument {
  const packages = listIn(document, 'results', '').flatMap((result, r) =>
    listIn(result, 'packages', `results[${r}]`).map((value, p) => ({ value, path: `results[${r}].packages[${p}]` })),
  );
  const analyzed = packages.map(({ value, path }) => ({ value, path, entries: listEntries(value, path) }));
  const hasGroups = packages.some(({ value, path }) => listIn(value, 'groups', path).length > 0);
  if (hasGroups && analyzed.every(({ entries }) => entries.length === 0))
    throw REACHABILITY_EMPTY({
      missing: 'call analysis',
      command: '"osv-scanner scan --call-analysis=all --format json"',
    });
  return {
    kind: 'osv-scanner',
    tool: 'osv-scanner',
    statements: mergeStatements(analyzed.flatMap((each) => toStatements(each))),
  };
}

interface AnalysisEntry {
  readonly id: string;
  readonly isCalled: boolean;
}

function listEntries(value: unknown, path: string): AnalysisEntry[] {
  return listIn(value, 'groups', path).flatMap((group, g) => {
    const analysis = memberIn(group, 'experimental_analysis') ?? memberIn(group, 'experimentalAnalysis');
    if (!isObject(analysis)) return [];
    return Object.entries(analysis).map(([id, entry]) => {
      const called = memberIn(entry, 'called');
      if (typeof called !== 'boolean')
        throw REACHABILITY_INVALID({
          path: `${path}.groups[${g}].${id}`,
          problem: 'does not say whether it is called',
        });
      return { id: id.toUpperCase(), isCalled: called };
    });
  });
}

function toStatements({
  value,
  path,
  entries,
}: {
  readonly value: unknown;
  readonly path: string;
  readonly entries: readonly AnalysisEntry[];
}): ReachabilityStatement[] {
  if (entries.length === 0) return [];
  const described = memberIn(value, 'package');
  const ecosystem = parseOsvEcosystem(requireText(described, 'ecosystem', `${path}.package`));
  // A package of an ecosystem that Assay does not know has no findings.
  if (ecosystem === undefined) return [];
  const written = requireText(described, 'name', `${path}.package`);
  const version = textIn(described, 'version', `${path}.package`) ?? null;
  const { family, rules } = ecosystem;
  const records = parseRecords(
    listIn(value, 'vulnerabilities', path).map((each, index) => ({
      value: each,
      path: `${path}.vulnerabilities[${index}]`,
    })),
  );
  return entries.map(({ id, isCalled }): ReachabilityStatement => {
    const record = records.get(id);
    return {
      family,
      name: rules.normalizeName(written),
      version,
      ids: record?.ids ?? [id],
      state: isCalled ? 'called' : 'not_called',
      trace: NO_TRACE,
      ...describeSearch(isCalled ? 'called' : 'not_called', record?.named.get(toAsciiLower(written))),
    };
  });
}
