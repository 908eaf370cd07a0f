/** Texts for filters of findings, for chips and select options. */
import type { FilterName, Filters } from '../../search-params/finding-view.ts';
import { DECIDED_STATE_LABELS } from './decision-text.ts';
import { describeCode, PRIORITY_LABEL_TEXTS } from './relevance-text.ts';
import { SEVERITY_LABELS } from '../severities.ts';

export const RELEVANCE_LABELS: Readonly<Record<string, string>> = {
  relevant: 'Relevant',
  deprioritized: 'Lower priority',
  not_relevant: 'Not relevant',
};

export const FINDING_STATE_LABELS: Readonly<Record<string, string>> = {
  open: 'Open',
  resolved: 'Fixed',
  retracted: 'Retracted',
};

export const CLASS_LABELS: Readonly<Record<string, string>> = {
  vulnerability: 'Vulnerability',
  malicious: 'Malicious package',
  informational: 'Informational',
};

const FLAG_LABELS: Readonly<Partial<Record<FilterName, readonly [yes: string, no: string]>>> = {
  kev: ['Known exploited', 'Not known to be exploited'],
  fixable: ['Fix available', 'No fix'],
  direct: ['Direct dependency', 'Transitive dependency'],
  suggested: ['Needs review', 'No suggestion'],
};

const VALUE_LABELS: Readonly<Partial<Record<FilterName, Readonly<Record<string, string>>>>> = {
  severity: SEVERITY_LABELS,
  relevance: RELEVANCE_LABELS,
  state: FINDING_STATE_LABELS,
  class: CLASS_LABELS,
  decided: DECIDED_STATE_LABELS,
  label: PRIORITY_LABEL_TEXTS,
};

const TEXT_FILTER_LABELS: Readonly<Partial<Record<FilterName, string>>> = {
  package: 'Package',
  cve: 'ID',
  image: 'Image',
  sbom: 'SBOM',
  newSince: 'New since',
  asOf: 'As of',
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
  if (name === 'epssMin') return `EPSS at least ${toPercent(Number(value))}`;
  if (name === 'reason') return `Reason: ${value.split(',').map(describeCode).join(', ')}`;
  if (name === 'dueBefore') return `Due before ${value.slice(0, 10)}`;
  const flag = FLAG_LABELS[name];
  if (flag !== undefined) return value === 'true' ? flag[0] : flag[1];
  const labels = VALUE_LABELS[name];
  if (labels !== undefined)
    return value
      .split(',')
      .map((each) => labels[each] ?? each)
      .join(', ');
  return `${TEXT_FILTER_LABELS[name] ?? name}: ${value}`;
}

/** `0.4 %`, `12 %`; less than a tenth of a percent is not shown as zero. */
export function toPercent(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1 %';
  return `${percent < 10 && percent !== Math.round(percent) ? percent.toFixed(1) : Math.round(percent)} %`;
}
