/** Texts for groups of findings in a table. */
import type { WireFindingGroup } from '../../../src/api/contract/findings/finding.ts';
import { SEVERITIES } from '../../../src/core/vocabulary/severity.ts';
import type { Grouping } from '../../search-params/finding-view.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { SEVERITY_LABELS } from '../../text/severities.ts';
import { ACTION_KIND_LABELS } from '../remediation/text/step-text.ts';
import { splitComponentName } from '../../text/findings/component-name.ts';
import { describeFix } from '../../text/findings/finding-text.ts';

export const GROUPING_LABELS: Readonly<Record<Grouping, string>> = {
  vulnerability: 'Vulnerability',
  fix: 'Fix',
  component: 'Component',
  none: 'None',
};

/** The number of groups of a list: "212 vulnerabilities". */
export function countGroups(count: number, grouping: Exclude<Grouping, 'none'>): string {
  if (grouping === 'vulnerability') return countOf(count, 'vulnerability', 'vulnerabilities');
  return grouping === 'fix' ? countOf(count, 'group') : countOf(count, 'component');
}

type Step = NonNullable<WireFindingGroup['step']>;

/** "Upgrade axios to 1.7.4". The installed version is in the column of components. */
export function nameStep({ kind, package: name, to }: Pick<Step, 'kind' | 'package' | 'to'>): string {
  const target = to === null || kind === 'bump_parent' ? '' : ` to ${to}`;
  // A base such as `debian:12` is not a package.
  const short = ['rebuild_base', 'move_release', 'os_update'].includes(kind) ? name : splitComponentName(name).artifact;
  return `${ACTION_KIND_LABELS[kind]} ${short}${target}`;
}

/** "fixes 62", "may fix 3". */
export function describeEffect({ step, findings }: Pick<WireFindingGroup, 'step' | 'findings'>): string {
  if (step === null) return formatCount(findings);
  return `${step.claim === 'known' ? 'fixes' : 'may fix'} ${formatCount(findings)}`;
}

/** "2 critical, 3 high". */
export function describeSeverities(bySeverity: WireFindingGroup['bySeverity']): string {
  return SEVERITIES.filter((severity) => bySeverity[severity] > 0)
    .map((severity) => `${formatCount(bySeverity[severity])} ${SEVERITY_LABELS[severity].toLowerCase()}`)
    .join(', ');
}

interface NamedComponents {
  /** "libc6, libc-bin and 3 more". */
  readonly text: string;
  /** The version, if all named components have the same. */
  readonly version: string | undefined;
  /** The full names with their versions. */
  readonly title: string;
}

export function nameComponents({
  components,
  componentCount,
}: Pick<WireFindingGroup, 'components' | 'componentCount'>): NamedComponents {
  const [first] = components;
  const isOneVersion =
    components.length === componentCount && components.every(({ version }) => version === first?.version);
  const shown =
    components.length > NAMED_MAX && componentCount > NAMED_MAX ? components.slice(0, NAMED_MAX) : components;
  const names = [...new Set(shown.map(({ name }) => splitComponentName(name).artifact))];
  const more = componentCount - shown.length;
  return {
    text: more === 0 ? names.join(', ') : `${names.join(', ')} and ${formatCount(more)} more`,
    version: isOneVersion ? first?.version : undefined,
    title:
      components.map(({ name, version }) => `${name} ${version}`).join(', ') +
      (componentCount > components.length ? ` and ${formatCount(componentCount - components.length)} more` : ''),
  };
}

const NAMED_MAX = 2;

/** The fix of a group: of its most urgent finding, and for how many findings there is one. */
export function describeGroupFix({ finding, findings, fixable }: WireFindingGroup): string {
  if (fixable === 0 || fixable === findings) return describeFix(finding.fix).text;
  return `For ${formatCount(fixable)} of ${formatCount(findings)}`;
}
