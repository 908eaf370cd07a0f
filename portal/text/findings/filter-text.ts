/** Labels of the values of findings, for cells, chips and menus. */

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
  end_of_life: 'End of life',
  possible: 'Possible (CPE match)',
};

/** `0.4 %`, `12 %`; less than a tenth of a percent is not shown as zero. */
export function toPercent(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1 %';
  return `${percent < 10 && percent !== Math.round(percent) ? percent.toFixed(1) : Math.round(percent)} %`;
}
