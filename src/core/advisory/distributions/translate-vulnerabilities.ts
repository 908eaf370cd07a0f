/**
 * Translates vulnerability definitions in OVAL into OSV records: one per CVE, with its packages in their states. The versions are
 * in the tests of a definition, which the file lists after all definitions. Used by Azure Linux and CBL-Mariner, which name source
 * packages. https://github.com/microsoft/AzureLinuxVulnerabilityData
 */
import { compareText } from '../../text/compare-text.ts';
import { cvesIn, toReferences, toTime, type NoticeRecord } from './notice.ts';
import { attributeOf, childOf, childrenOf, textAt, type XmlElement } from './xml-element.ts';

/** A definition in the few parts that are kept until its tests are known. */
export interface OvalVulnerability {
  readonly cves: readonly string[];
  readonly title: string | undefined;
  readonly url: string | undefined;
  readonly severity: string | undefined;
  readonly at: string | undefined;
  readonly isApplicable: boolean;
  readonly tests: readonly { readonly ref: string; readonly comment: string }[];
}

/** What a test compares. */
export interface OvalTest {
  readonly name: string;
  readonly operation: string;
  readonly version: string;
}

export function readVulnerability(definition: XmlElement): OvalVulnerability {
  const metadata = childOf(definition, 'metadata');
  const references = childrenOf(metadata, 'reference');
  return {
    cves: cvesIn(references.map((each) => attributeOf(each, 'ref_id'))),
    title: textAt(metadata, 'title'),
    url: attributeOf(references[0], 'ref_url'),
    severity: textAt(metadata, 'severity'),
    at: toTime(textAt(metadata, 'advisory_date')),
    isApplicable: textAt(metadata, 'patchable') !== 'Not Applicable',
    tests: childrenOf(childOf(definition, 'criteria'), 'criterion').map((criterion) => ({
      ref: attributeOf(criterion, 'test_ref') ?? '',
      comment: attributeOf(criterion, 'comment') ?? '',
    })),
  };
}

export interface OvalFile {
  /** `Azure Linux:3`. */
  readonly ecosystem: string;
  /** The time of definitions without one: when the file was generated. */
  readonly generatedAt: string;
  readonly findTest: (ref: string) => OvalTest | undefined;
}

export function translateVulnerabilities(
  definitions: readonly OvalVulnerability[],
  file: OvalFile,
): readonly NoticeRecord[] {
  const byCve = Map.groupBy(
    definitions.flatMap((definition) => definition.cves.map((cve) => ({ cve, definition }))),
    ({ cve }) => cve,
  );
  return [...byCve]
    .map(([id, ofCve]) => toRecord(id, ofCve.map(({ definition }) => definition).toSorted(byTitle), file))
    .toSorted((a, b) => compareText(a.id, b.id));
}

function byTitle(a: OvalVulnerability, b: OvalVulnerability): number {
  return compareText(a.title ?? '', b.title ?? '');
}

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

function toRecord(id: string, definitions: readonly OvalVulnerability[], file: OvalFile): NoticeRecord {
  const times = definitions.map(({ at }) => at ?? file.generatedAt).toSorted();
  const labels = new Set(definitions.map(({ severity }) => severity?.toLowerCase()));
  return {
    id,
    modified: times.at(-1),
    published: times[0],
    details: [...new Set(definitions.map(({ title }) => title).filter((title) => title !== undefined))].join('\n'),
    references: toReferences(definitions.map(({ url }) => url)),
    database_specific: { severity: SEVERITIES.find((severity) => labels.has(severity)) },
    affected: toAffected(definitions, file),
  };
}

interface State {
  readonly name: string;
  readonly isApplicable: boolean;
  /** Empty if a test cannot be read, so that the package is reported as not assessed. */
  readonly events: readonly Readonly<Record<string, string>>[];
}

/** If a package is listed as applicable and as not applicable, it is affected in the versions of the first. */
function toAffected(definitions: readonly OvalVulnerability[], file: OvalFile): readonly unknown[] {
  const states = definitions.flatMap((definition) => toState(definition, file));
  const distinct = new Map(states.map((state) => [JSON.stringify(Object.values(state)), state]));
  const applicable = new Set(states.filter(({ isApplicable }) => isApplicable).map(({ name }) => name));
  return [...distinct.values()]
    .filter(({ name, isApplicable }) => isApplicable || !applicable.has(name))
    .map(({ name, events }) => ({
      package: { ecosystem: file.ecosystem, name },
      ...(events.length > 0 && { ranges: [{ type: 'ECOSYSTEM', events }] }),
    }));
}

const NAMED = /^Package (\S{1,512}) is /;

function toState({ tests, isApplicable }: OvalVulnerability, file: OvalFile): readonly State[] {
  const found = tests.map(({ ref }) => file.findTest(ref));
  const name = found[0]?.name ?? NAMED.exec(tests[0]?.comment ?? '')?.[1];
  if (name === undefined) return [];
  if (!isApplicable) return [{ name, isApplicable, events: [{ introduced: '0' }, { fixed: '0' }] }];
  const events = found.map((test) => (test === undefined || test.name !== name ? undefined : toEvent(test)));
  const known = events.filter((event) => event !== undefined);
  if (known.length < events.length) return [{ name, isApplicable, events: [] }];
  const hasStart = known.some((event) => Object.hasOwn(event, 'introduced'));
  return [{ name, isApplicable, events: hasStart ? known : [{ introduced: '0' }, ...known] }];
}

/** `greater than` has no event of its own: the version itself counts as affected too. */
function toEvent({ operation, version }: OvalTest): Readonly<Record<string, string>> | undefined {
  if (operation === 'less than') return { fixed: version };
  if (operation === 'less than or equal') return { last_affected: version };
  if (operation === 'greater than' || operation === 'greater than or equal') return { introduced: version };
  return undefined;
}
