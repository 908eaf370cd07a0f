/**
 * Compares the answers of the product and the evaluator for one document. A pair is a component and a vulnerability; a pair that
 * only one side reports gets a class that explains it. The product answers before ownership is resolved: a language package that
 * belongs to an OS package keeps its own answer here.
 */
import { toComponentSet, type SetMember } from '../../../src/core/match/components/component-set.ts';
import type { CandidateEntry, PackageMatch } from '../../../src/core/match/match.ts';
import type { Inventory } from '../../../src/core/sbom/inventory.ts';
import { matchDocument, type MatchedMember } from '../../support/real-matches.ts';
import { explainMissing, explainOurs, SILENT } from './classes.ts';
import { SPEC_ECOSYSTEMS } from './ecosystems.ts';
import { listComponents, type ListedComponent } from './list-components.ts';
import type { FiledEntry, RecordIndex } from './record-index.ts';
import { toSpecPackage, type SpecPackage } from './to-spec-package.ts';

export interface ComparedDocument {
  readonly file: string;
  /** Components that the evaluator reads. */
  readonly listed: readonly ListedComponent[];
  /** Package versions that the product reads. */
  readonly members: readonly SetMember[];
  /** Maps a component of the evaluator to positions in `members`; empty if the product did not read it. */
  readonly positionsOf: (component: ListedComponent) => readonly number[];
}

/** The same records, indexed for each side. */
export interface ComparedRecords {
  readonly index: RecordIndex;
  readonly candidates: ReadonlyMap<string, readonly CandidateEntry[]>;
}

export interface Pair {
  readonly file: string;
  readonly ecosystem: string;
  /** The purl as sent, or the name of a component without one. */
  readonly component: string;
  readonly vulnerability: string;
  readonly reportedBy: 'both' | 'assay' | 'evaluator';
  /** Why only one side reports it; empty if both do. */
  readonly class: string;
  /** Details for manual investigation. */
  readonly evidence: string;
}

/** `json` is the parsed document that the inventory was built from. */
export function toComparedDocument(file: string, json: unknown, inventory: Inventory): ComparedDocument {
  const { members, memberOf } = toComponentSet(inventory, { distroOverride: undefined, image: undefined });
  const byPurl = new Map<string, Set<number>>();
  for (const [index, { purls, version = '' }] of inventory.components.entries()) {
    const position = memberOf[index] ?? -1;
    for (const key of purls.flatMap((purl) => [purl, `${purl}\n${version}`])) {
      byPurl.set(key, (byPurl.get(key) ?? new Set()).add(position));
    }
  }
  const positionsOf = ({ purl, version }: ListedComponent): readonly number[] => [
    ...(byPurl.get(`${purl}\n${version}`) ?? byPurl.get(purl) ?? []),
  ];
  return { file, listed: listComponents(json), members, positionsOf };
}

export function compareDocument(document: ComparedDocument, records: ComparedRecords): Pair[] {
  const { file, listed, positionsOf } = document;
  const { index, candidates } = records;
  const answers = matchDocument(document, candidates).members;
  const found = new Map<number, Set<string>>();
  const pairs: Pair[] = [];
  for (const component of listed) {
    const about = toSpecPackage(component);
    const hits = about === undefined ? [] : index.findHits(about);
    if (about === undefined || hits.length === 0) continue;
    const positions = positionsOf(component);
    for (const [vulnerability, ofOne] of Map.groupBy(hits, ({ recordId }) => index.aliasSetOf(recordId))) {
      const pair = { file, ecosystem: about.ecosystem.name, component: component.purl, vulnerability };
      if (positions.length === 0) pairs.push({ ...pair, reportedBy: 'evaluator', class: SILENT, evidence: 'not read' });
      for (const position of positions) {
        const known = found.get(position) ?? new Set();
        if (known.has(vulnerability)) continue;
        found.set(position, known.add(vulnerability));
        pairs.push({ ...pair, ...judge({ answer: answers[position], about, vulnerability, hits: ofOne, index }) });
      }
    }
  }
  for (const [position, { member, matches }] of answers.entries()) {
    if (!SPEC_ECOSYSTEMS.some(({ name }) => name === member.ecosystem)) continue;
    const known = found.get(position) ?? new Set();
    for (const match of matches) {
      if (match.state !== 'affected' || [...aliasSetsOf(match, index)].some((each) => known.has(each))) continue;
      pairs.push({
        file,
        ecosystem: member.ecosystem ?? '',
        component: member.purl ?? `${member.name}@${member.version}`,
        vulnerability: match.canonicalId,
        reportedBy: 'assay',
        class: explainOurs(member, match, index),
        evidence: describe([], [match]),
      });
    }
  }
  return pairs;
}

interface Question {
  readonly answer: MatchedMember | undefined;
  readonly about: SpecPackage;
  readonly vulnerability: string;
  readonly hits: readonly FiledEntry[];
  readonly index: RecordIndex;
}

function judge(question: Question): Pick<Pair, 'reportedBy' | 'class' | 'evidence'> {
  const { answer, about, vulnerability, hits, index } = question;
  const same = answer?.matches.filter((match) => aliasSetsOf(match, index).has(vulnerability)) ?? [];
  if (same.some(({ state }) => state === 'affected')) return { reportedBy: 'both', class: '', evidence: '' };
  const why = explainMissing({ notChecked: answer?.reason, matches: same, about, hits });
  return { reportedBy: 'evaluator', class: why, evidence: describe(hits, same) };
}

function aliasSetsOf({ canonicalId, evidence }: PackageMatch, index: RecordIndex): Set<string> {
  return new Set([canonicalId, ...evidence.map(({ recordId }) => recordId)].map((id) => index.aliasSetOf(id)));
}

function describe(hits: readonly FiledEntry[], matches: readonly PackageMatch[]): string {
  const ids = new Set(hits.map(({ recordId }) => recordId));
  const words = matches.flatMap(({ state, assumptions, evidence }) => [
    `Assay: ${[state, ...assumptions].join(' ')}`,
    ...evidence.map(({ recordId, range, outcome }) => `${recordId} ${range}: ${outcome}`),
  ]);
  return [...ids, ...(words.length === 0 ? ['Assay: nothing'] : words)].join('; ');
}
