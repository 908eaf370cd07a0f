/** Cells of the row of a group: its most urgent finding, what its findings have in common, and their number. */
import type { ReactNode } from 'react';
import type { WireFindingGroup } from '../../../src/api/contract/findings/finding.ts';
import { AgeAt } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import type { Grouping } from '../../search-params/finding-view.ts';
import { splitComponentName } from '../../text/findings/component-name.ts';
import { countOf } from '../../text/format/counts.ts';
import { toVisibleText } from '../../text/untrusted/visible-text.ts';
import { CELLS, type Column } from './finding-cells.tsx';
import { describeEffect, describeGroupFix, describeSeverities, nameComponents, nameStep } from './group-text.ts';
import styles from './findings-table.module.css';

export interface GroupCellProps {
  readonly group: WireFindingGroup;
  readonly grouping: Grouping;
  readonly isOpen: boolean;
  /** The button can be reached by keyboard only in the active row. */
  readonly isActive: boolean;
  readonly nowMs: number;
}

export function GroupCell({ column, ...props }: GroupCellProps & { readonly column: Column['id'] }): ReactNode {
  const { group, grouping, nowMs } = props;
  switch (column) {
    case 'priority':
    case 'severity':
    case 'epss':
      return CELLS[column]({ finding: group.finding, nowMs });
    case 'vulnerability':
      return <NameCell {...props} />;
    case 'component':
      return grouping === 'component' ? <SeveritiesCell group={group} /> : <ComponentsCell group={group} />;
    case 'fix':
      return <FixCell group={group} grouping={grouping} />;
    case 'since':
      return AgeAt({ instant: group.firstSeenAt, nowMs });
    // They differ between the findings of a group.
    case 'introduced':
    case 'status':
    case 'confidence':
      return group.findings === 1 ? CELLS[column]({ finding: group.finding, nowMs }) : null;
  }
}

function NameCell({ group, grouping, isOpen, isActive }: GroupCellProps) {
  const { name, title } = nameGroup(group, grouping);
  return (
    <>
      {/* The table handles its click. */}
      <button
        type="button"
        className={grouping === 'fix' ? `${styles.toggle} ${styles.step}` : styles.toggle}
        aria-expanded={isOpen}
        tabIndex={isActive ? 0 : -1}
      >
        <span className={styles.chevron} aria-hidden />
        <UntrustedText text={name} charactersMax={64} />
      </button>
      <span className={styles.number} title={countOf(group.findings, 'finding')}>
        {describeEffect(group)}
        <span className="visually-hidden"> findings</span>
      </span>
      <span className={styles.title} title={toVisibleText(title)}>
        <UntrustedText text={title} charactersMax={160} />
      </span>
    </>
  );
}

function nameGroup(group: WireFindingGroup, grouping: Grouping): { readonly name: string; readonly title: string } {
  const { finding, step, reason } = group;
  if (grouping === 'fix') {
    if (step !== null) return { name: nameStep(step), title: step.text };
    return { name: 'No fix', title: reason?.text ?? '' };
  }
  if (grouping === 'component') {
    const { namespace, artifact } = splitComponentName(finding.component.name);
    return { name: `${artifact} ${finding.component.version}`, title: namespace.slice(0, -1) };
  }
  return { name: finding.vulnerability.id, title: finding.vulnerability.title };
}

function SeveritiesCell({ group }: Pick<GroupCellProps, 'group'>) {
  const text = describeSeverities(group.bySeverity);
  return <span title={text}>{text}</span>;
}

function ComponentsCell({ group }: Pick<GroupCellProps, 'group'>) {
  const { text, version, title } = nameComponents(group);
  return (
    <span title={toVisibleText(title)}>
      <UntrustedText text={text} charactersMax={72} />
      {version !== undefined && (
        <span className={styles.version}>
          {' '}
          <UntrustedText text={version} charactersMax={28} />
        </span>
      )}
    </span>
  );
}

/** The target of the plan, or the fix of the findings. */
function FixCell({ group, grouping }: Pick<GroupCellProps, 'group' | 'grouping'>) {
  const target = grouping === 'fix' ? (group.step?.to ?? null) : group.target;
  const isFixed = target !== null || group.fixable > 0;
  // A step without a target version changes several packages.
  const text = target ?? (group.step === null ? describeGroupFix(group) : '–');
  return (
    <span className={isFixed ? styles.fixed : styles.muted} title={toVisibleText(text)}>
      <UntrustedText text={text} charactersMax={32} />
    </span>
  );
}
