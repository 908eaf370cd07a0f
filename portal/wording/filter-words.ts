/** Words for filters of findings, for chips and select options. */
import type { FilterName, Filters } from '../views/finding-view.ts';
import { STATE_WORDS as DECIDED_WORDS } from './decision-words.ts';
import { describeCode, LABEL_WORDS } from './relevance-words.ts';
import { SEVERITY_WORDS } from './severities.ts';

export const RELEVANCE_WORDS: Readonly<Record<string, string>> = {
  relevant: 'Open',
  deprioritized: 'Lower priority',
  not_relevant: 'Filtered: not relevant here',
};

export const STATE_WORDS: Readonly<Record<string, string>> = {
  open: 'Open',
  resolved: 'Resolved',
  retracted: 'Retracted by the source',
};

export const CLASS_WORDS: Readonly<Record<string, string>> = {
  vulnerability: 'Vulnerability',
  malicious: 'Malicious package',
  informational: 'Informational',
};

const FLAG_WORDS: Readonly<Partial<Record<FilterName, readonly [yes: string, no: string]>>> = {
  kev: ['Known exploited', 'Not known to be exploited'],
  fixable: ['With a fix', 'Without a fix'],
  direct: ['Direct dependency', 'Brought in by another'],
  suggested: ['Suggested: needs a person', 'Without a suggestion'],
};

const VALUE_WORDS: Readonly<Partial<Record<FilterName, Readonly<Record<string, string>>>>> = {
  severity: SEVERITY_WORDS,
  relevance: RELEVANCE_WORDS,
  state: STATE_WORDS,
  class: CLASS_WORDS,
  decided: DECIDED_WORDS,
  label: LABEL_WORDS,
};

const TEXT_WORDS: Readonly<Partial<Record<FilterName, string>>> = {
  package: 'Package',
  cve: 'Id',
  image: 'Image',
  sbom: 'SBOM',
  newSince: 'Not in',
  asOf: 'As known on',
  band: 'Priority',
  dueBefore: 'Due before',
};

export interface FilterChip {
  readonly name: FilterName;
  readonly label: string;
}

/** Returns one chip per active filter, in the order of the names. */
export function listChips(filters: Filters, names: readonly FilterName[]): FilterChip[] {
  return names.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [{ name, label: describeFilter(name, value) }];
  });
}

function describeFilter(name: FilterName, value: string): string {
  if (name === 'q') return `“${value}”`;
  if (name === 'epssMin') return `Chance of exploitation at least ${toPercent(Number(value))}`;
  if (name === 'reason') return `Because: ${value.split(',').map(describeCode).join(', ')}`;
  if (name === 'dueBefore') return `Due before ${value.slice(0, 10)}`;
  const flag = FLAG_WORDS[name];
  if (flag !== undefined) return value === 'true' ? flag[0] : flag[1];
  const words = VALUE_WORDS[name];
  if (words !== undefined)
    return value
      .split(',')
      .map((each) => words[each] ?? each)
      .join(', ');
  return `${TEXT_WORDS[name] ?? name}: ${value}`;
}

/** `0.4 %`, `12 %`; less than a tenth of a percent is not shown as zero. */
export function toPercent(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1 %';
  return `${percent < 10 && percent !== Math.round(percent) ? percent.toFixed(1) : Math.round(percent)} %`;
}
