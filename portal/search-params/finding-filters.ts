/**
 * The filters of the list of findings, with the names of the API: how a value is read from the URL, how its chip is labeled, and
 * the choices in the menu. A new filter is an entry here.
 */
import { FINDING_CLASSES, FINDING_STATES } from '../../src/core/vocabulary/finding.ts';
import { BANDS } from '../../src/core/vocabulary/priority.ts';
import { LOWER_LABELS, RELEVANCES } from '../../src/core/vocabulary/relevance.ts';
import { SEVERITIES } from '../../src/core/vocabulary/severity.ts';
import { VEX_STATES } from '../../src/core/vocabulary/vex.ts';
import { DECIDED_STATE_LABELS } from '../text/findings/decision-text.ts';
import { CLASS_LABELS, FINDING_STATE_LABELS, RELEVANCE_LABELS, toPercent } from '../text/findings/filter-text.ts';
import { describeCode, PRIORITY_LABEL_TEXTS } from '../text/findings/relevance-text.ts';
import { SEVERITY_LABELS } from '../text/severities.ts';
import { parseSearchText, pickKnown } from './list-view.ts';

interface FindingFilter {
  /** Returns undefined for an invalid value. */
  readonly parse: (text: string) => string | undefined;
  readonly describe: (value: string) => string;
  /** Absent: not in the first part of the menu. */
  readonly menu?: FilterGroup;
  /** The known values, if they are not in this part of the menu. */
  readonly values?: FilterValues;
}

interface FilterGroup extends FilterValues {
  readonly title: string;
}

interface FilterValues {
  readonly values: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  /** Whether several values can be chosen. */
  readonly isSeveral: boolean;
}

const FLAGS = ['true', 'false'] as const;

const NAME_CHARACTERS_MAX = 1_024;
const FRACTION = /^(?:0(?:\.[0-9]{1,6})?|1(?:\.0{1,6})?)$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Hyphenated codes as the API uses them; the components of a version use the same parameter name and format. */
const CODES = /^[\w:. -]+(?:,[\w:. -]+)*$/;
/** Ids of steps and codes of reasons, as the API uses them. */
const STEPS = /^[\w,-]{1,1024}$/;
const INSTANT =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

const ASSIGNEE_LABELS: Readonly<Record<string, string>> = { me: 'Assigned to me', none: 'Not assigned' };

const FILTERS = {
  q: { parse: (text: string) => parseSearchText({ q: text }), describe: (value: string) => `“${value}”` },
  severity: toChoice('Severity', SEVERITIES, SEVERITY_LABELS),
  relevance: toChoice('Relevance', RELEVANCES, RELEVANCE_LABELS),
  class: toChoice('Class', FINDING_CLASSES, CLASS_LABELS),
  state: toChoice('State', FINDING_STATES, FINDING_STATE_LABELS),
  kev: toFlag(['Known exploited', 'Not known to be exploited'], {
    title: 'Known exploited',
    labels: { true: 'Yes', false: 'No' },
  }),
  epssMin: {
    parse: (text: string) => (FRACTION.test(text) ? text : undefined),
    describe: (value: string) => `EPSS at least ${toPercent(Number(value))}`,
    menu: {
      title: 'EPSS',
      values: ['0.01', '0.1', '0.5'],
      labels: { '0.01': 'At least 1 %', '0.1': 'At least 10 %', '0.5': 'At least 50 %' },
      isSeveral: false,
    },
  },
  fixable: toFlag(['Fix available', 'No fix'], { title: 'Fix', labels: { true: 'Available', false: 'None' } }),
  package: toText('Package'),
  component: toText('Component ID', (text) => text.split(',').every((id) => UUID.test(id))),
  fix: toText('Plan step', (text) => STEPS.test(text)),
  cve: toText('ID'),
  image: toText('Image'),
  sbom: toText('SBOM', (text) => text.split(',').every((id) => UUID.test(id))),
  direct: toFlag(['Direct dependency', 'Transitive dependency'], {
    title: 'Dependency',
    labels: { true: 'Direct', false: 'Transitive' },
  }),
  newSince: toText('New since'),
  asOf: toText('As of', (text) => INSTANT.test(text)),
  suggested: toFlag(['Needs review', 'No suggestion']),
  reason: {
    parse: (text: string) => (CODES.test(text) && text.length <= NAME_CHARACTERS_MAX ? text : undefined),
    describe: (value: string) => `Reason: ${value.split(',').map(describeCode).join(', ')}`,
  },
  decided: {
    parse: (text: string) => pickKnown(VEX_STATES, text),
    describe: (value: string) => toLabels(value, DECIDED_STATE_LABELS),
    values: { values: VEX_STATES, labels: DECIDED_STATE_LABELS, isSeveral: true },
  },
  label: {
    parse: (text: string) => pickKnown(LOWER_LABELS, text),
    describe: (value: string) => toLabels(value, PRIORITY_LABEL_TEXTS),
    values: { values: LOWER_LABELS, labels: PRIORITY_LABEL_TEXTS, isSeveral: true },
  },
  band: {
    parse: (text: string) => pickKnown(BANDS, text),
    describe: (value: string) => `Priority: ${value}`,
    values: { values: BANDS, labels: {}, isSeveral: true },
  },
  dueBefore: {
    parse: (text: string) => (INSTANT.test(text) ? text : undefined),
    describe: (value: string) => `Due before ${value.slice(0, 10)}`,
  },
  assignee: {
    parse: (text: string) => (['me', 'none'].includes(text) || UUID.test(text) ? text : undefined),
    describe: (value: string) => ASSIGNEE_LABELS[value] ?? 'Assigned to a member',
  },
  firstSeenAfter: {
    parse: (text: string) => (INSTANT.test(text) ? text : undefined),
    describe: (value: string) => `First seen after ${value.slice(0, 10)}`,
  },
  decisionExpiresBefore: {
    parse: (text: string) => (INSTANT.test(text) ? text : undefined),
    describe: (value: string) => `Decision expires before ${value.slice(0, 10)}`,
  },
  handled: toFlag(['Handled', 'Not handled']),
} as const satisfies Readonly<Record<string, FindingFilter>>;

export type FilterName = keyof typeof FILTERS;
export type Filters = { readonly [Name in FilterName]?: string | undefined };

/** In the order of the chips. */
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

const FINDING_FILTERS: Readonly<Record<FilterName, FindingFilter>> = FILTERS;

const FIRST_IN_MENU: readonly FilterName[] = ['severity', 'relevance', 'kev', 'fixable', 'direct', 'epssMin'];

/** The groups of the menu; filters by relevance and due date follow. */
export const FILTER_GROUPS = [...new Set([...FIRST_IN_MENU, ...FILTER_NAMES])].flatMap((name) => {
  const { menu } = FINDING_FILTERS[name];
  return menu === undefined ? [] : [{ name, ...menu }];
});

/** The values that can be completed; undefined for a filter by any text. */
export function listFilterValues(name: FilterName): FilterValues | undefined {
  const { menu, values } = FINDING_FILTERS[name];
  return menu ?? values;
}

export function parseFilter(name: FilterName, text: string): string | undefined {
  return FINDING_FILTERS[name].parse(text);
}

interface FilterChip {
  readonly name: FilterName;
  readonly label: string;
}

/** Returns one chip per active filter, in the order of the names. */
export function listChips(filters: Filters): FilterChip[] {
  return FILTER_NAMES.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [{ name, label: FINDING_FILTERS[name].describe(value) }];
  });
}

/** A filter with some of several values. */
function toChoice(title: string, values: readonly string[], labels: Readonly<Record<string, string>>): FindingFilter {
  return {
    parse: (text) => pickKnown(values, text),
    describe: (value) => toLabels(value, labels),
    menu: { title, values, labels, isSeveral: true },
  };
}

function toFlag(
  [yes, no]: readonly [yes: string, no: string],
  menu?: Pick<FilterGroup, 'title' | 'labels'>,
): FindingFilter {
  return {
    parse: (text) => FLAGS.find((each) => each === text),
    describe: (value) => (value === 'true' ? yes : no),
    values: { values: FLAGS, labels: { true: yes, false: no }, isSeveral: false },
    ...(menu !== undefined && { menu: { ...menu, values: FLAGS, isSeveral: false } }),
  };
}

/** Without `isValid`, a name of any characters. */
function toText(label: string, isValid?: (text: string) => boolean): FindingFilter {
  return {
    parse: isValid === undefined ? parseName : (text) => (isValid(text) ? text : undefined),
    describe: (value) => `${label}: ${value}`,
  };
}

function parseName(text: string): string | undefined {
  return text.trim().slice(0, NAME_CHARACTERS_MAX) || undefined;
}

function toLabels(value: string, labels: Readonly<Record<string, string>>): string {
  return value
    .split(',')
    .map((each) => labels[each] ?? each)
    .join(', ');
}
