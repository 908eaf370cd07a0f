/** Builders for labeled cases: short forms for common records, components and labels. */
import { canonicalIdOf } from '../../src/core/identity/vulnerability-id.ts';
import type { CannotAssessReason } from '../../src/core/vocabulary/package.ts';
import type { Json, Label, LabeledCase, PublishedRecord, Sent } from './labeled-case.ts';

type Expectation = Omit<Label, 'component' | 'vulnerability'> & {
  /** Default: the first component. */
  readonly of?: number;
  /** Default: the vulnerability of the first record. */
  readonly about?: string;
};
type Details = Partial<Omit<Expectation, 'verdict' | 'reason'>>;

export function affected(details: Details = {}): Expectation {
  return { verdict: 'affected', ...details };
}

export function notAffected(details: Details = {}): Expectation {
  return { verdict: 'not_affected', ...details };
}

export function cannotAssess(reason: CannotAssessReason, details: Details = {}): Expectation {
  return { verdict: 'cannot_assess', reason, ...details };
}

export type UnplacedCase = Omit<LabeledCase, 'ecosystem'>;

type OneOrMore<Item> = Item | readonly Item[];

/** `check('a sentence', 'pkg:npm/a@1.0.0', record, affected())`. A string is the purl of a component. */
export function check(
  name: string,
  components: OneOrMore<string | Json>,
  records: OneOrMore<PublishedRecord>,
  expected: OneOrMore<Expectation>,
  sent: Sent = {},
): UnplacedCase {
  const published = asList(records);
  return {
    name,
    components: asList(components).map((each, position) => toComponent(each, position, sent)),
    sent,
    records: published,
    labels: asList(expected).map(({ of = 0, about, ...label }) => ({
      ...label,
      component: of,
      vulnerability: about ?? vulnerabilityOf(published[0]),
    })),
  };
}

/**
 * One package in several versions against the same records: `[version, sentence, expectation]`. The version replaces `{}` in the
 * purl, or is appended.
 */
export function checkVersions(
  purl: string,
  records: OneOrMore<PublishedRecord>,
  rows: readonly (readonly [version: string, sentence: string, expected: OneOrMore<Expectation>])[],
  sent: Sent = {},
): readonly UnplacedCase[] {
  return rows.map(([version, sentence, expected]) => {
    const encoded = encodeURIComponent(version).replaceAll('%3A', ':');
    const whole = purl.includes('{}') ? purl.replace('{}', encoded) : `${purl}@${encoded}`;
    return check(`${nameIn(purl)} ${version}: ${sentence}`, whole, records, expected, sent);
  });
}

export function casesOf(
  ecosystem: LabeledCase['ecosystem'],
  ...cases: readonly (UnplacedCase | readonly UnplacedCase[])[]
): readonly LabeledCase[] {
  return cases.flat().map((each) => ({ ...each, name: `${ecosystem}: ${each.name}`, ecosystem }));
}

/** A component with further members besides its purl: `component('pkg:npm/jose@1.0.0', { group: '@types' })`. */
export function component(purl: string | undefined, { properties, ...members }: Json = {}): Json {
  return {
    type: 'library',
    ...(purl === undefined ? {} : { ...fieldsOf(purl), purl }),
    ...(properties !== undefined && { properties: toProperties(properties) }),
    ...members,
  };
}

/** A package of an SPDX document. */
export function spdxPackage(purl: string, members: Json = {}): Json {
  const { name, version } = fieldsOf(purl);
  const reference = { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl };
  return { name, versionInfo: version, downloadLocation: 'NOASSERTION', externalRefs: [reference], ...members };
}

// Tools write name and version besides the purl; a case sets its own where they matter.
function fieldsOf(purl: string): { readonly name: string; readonly version?: string } {
  const [path = ''] = purl.slice(purl.indexOf('/') + 1).split(/[?#]/, 1);
  const at = path.lastIndexOf('@');
  const hasVersion = at > 0 && path.charAt(at - 1) !== '/';
  const name = decode((hasVersion ? path.slice(0, at) : path).split('/').at(-1) ?? '');
  return { name, ...(hasVersion && { version: decode(path.slice(at + 1)) }) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toProperties(properties: unknown): readonly Json[] {
  return Object.entries(properties as Readonly<Record<string, string>>).map(([name, value]) => ({ name, value }));
}

function toComponent(each: string | Json, position: number, { format }: Sent): Json {
  if (format === 'spdx') {
    return { SPDXID: `SPDXRef-${position}`, ...(typeof each === 'string' ? spdxPackage(each) : each) };
  }
  return { 'bom-ref': `ref-${position}`, ...(typeof each === 'string' ? component(each) : each) };
}

function nameIn(purl: string): string {
  return decode((purl.split(/[@?]\{?\}?/)[0] ?? '').split('/').slice(1).join('/')) || purl;
}

function vulnerabilityOf(record: PublishedRecord | undefined): string {
  const {
    id = '',
    aliases = [],
    upstream = [],
  } = (record?.osv ?? {}) as {
    readonly id?: string;
    readonly aliases?: readonly string[];
    readonly upstream?: readonly string[];
  };
  return canonicalIdOf(upstream.length > 0 ? upstream : [id, ...aliases]);
}

function asList<Item>(items: OneOrMore<Item>): readonly Item[] {
  return Array.isArray(items) ? (items as readonly Item[]) : [items as Item];
}
