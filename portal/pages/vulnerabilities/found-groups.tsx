/** Findings of all services by the upgrade that fixes them, or by component. Numbers are links. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WireFoundGroup } from '../../../src/api/contract/findings/finding.ts';
import { SEVERITIES } from '../../../src/core/vocabulary/severity.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Pager } from '../../parts/navigation/pager.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import {
  countOrganizationFindings,
  foundGroups,
  GROUPS_PER_PAGE,
} from '../../queries/findings/organization-findings.ts';
import type { VulnerabilitiesView } from '../../search-params/page-views.ts';
import { namePackages, PACKAGES_NAMED_MAX } from '../../text/findings/fix-text.ts';
import { splitComponentName } from '../../text/findings/component-name.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { toVisibleText } from '../../text/untrusted/visible-text.ts';
import { describeSeverities } from '../findings/group-text.ts';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './vulnerabilities.module.css';

interface FoundGroupsProps {
  readonly view: VulnerabilitiesView;
  readonly groupBy: 'fix' | 'component';
}

export function FoundGroups({ view, groupBy }: FoundGroupsProps) {
  const { data, error } = useQuery(foundGroups(view, groupBy));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading rows={8} />;
  const isByFix = groupBy === 'fix';
  return (
    <>
      {data.items.length > 0 && (
        <ScrollingTable
          label={isByFix ? 'Fixes' : 'Components'}
          className={`${styles.groups} ${cardStyles.lines}`}
          columns={[
            'Priority',
            'Severity',
            ...(isByFix ? ['Upgrade', 'To'] : ['Component', 'Fix']),
            'Services',
            'Findings',
            'Severities',
            'First seen',
          ]}
        >
          {data.items.map((group) => (
            <GroupRow key={group.component?.id ?? group.packages[0]?.name} group={group} view={view} />
          ))}
        </ScrollingTable>
      )}
      <div className={styles.foot}>
        {data.items.length > 0 && (
          <Pager
            offset={view.offset ?? 0}
            limit={GROUPS_PER_PAGE}
            total={data.total}
            noun={isByFix ? 'package' : 'component'}
          />
        )}
        {isByFix && view.fixable === undefined && <WithoutFix view={view} />}
        {data.hasMore && <p className={styles.count}>Based on the 10,000 most urgent findings.</p>}
      </div>
    </>
  );
}

/** Every finding is in a fix or counted here. */
function WithoutFix({ view }: Pick<FoundGroupsProps, 'view'>) {
  const total = useQuery(countOrganizationFindings({ ...view, fixable: 'false' })).data?.total ?? 0;
  if (total === 0) return null;
  return (
    <p className={styles.count}>
      <ViewLink view={{ ...view, group: 'none', fixable: 'false', offset: undefined }}>
        {countOf(total, 'finding')} without a fix
      </ViewLink>
    </p>
  );
}

interface GroupRowProps {
  readonly group: WireFoundGroup;
  readonly view: VulnerabilitiesView;
}

function GroupRow({ group, view }: GroupRowProps) {
  const { priority, bySeverity, exploited, versions, services, firstSeenAt } = group;
  const target = versions.join(' or ');
  return (
    <tr>
      <td>
        {priority.band}
        {exploited > 0 && <span className={styles.under}>Known exploited</span>}
      </td>
      <td>
        <SeverityChip severity={SEVERITIES.find((severity) => bySeverity[severity] > 0) ?? 'unknown'} />
      </td>
      <td className={styles.name}>
        <Name group={group} />
      </td>
      <td data-label={group.component === null ? 'To' : 'Fix'} className={target === '' ? undefined : styles.fixed}>
        {target === '' ? 'None' : <UntrustedText text={target} charactersMax={64} />}
      </td>
      <td className={styles.number} data-label="Services">
        {formatCount(services)}
      </td>
      <td className={styles.number} data-label="Findings">
        <FindingLinks group={group} view={view} />
      </td>
      <td data-fold>{describeSeverities(bySeverity)}</td>
      <td data-fold data-label="First seen">
        <Age instant={firstSeenAt} />
      </td>
    </tr>
  );
}

function Name({ group: { component, packages } }: Pick<GroupRowProps, 'group'>) {
  const names = packages.map(({ name }) => name);
  if (component === null) {
    return (
      <span title={toVisibleText(names.join(', '))}>
        <UntrustedText text={namePackages(names)} charactersMax={96} />
      </span>
    );
  }
  const [name = ''] = names;
  const { namespace, artifact } = splitComponentName(name);
  return (
    <>
      <Link to="/components/$component" params={{ component: component.id }} title={toVisibleText(name)}>
        <UntrustedText text={artifact} charactersMax={64} />
      </Link>{' '}
      <code>
        <UntrustedText text={component.version} charactersMax={40} />
      </code>
      {namespace !== '' && (
        <span className={styles.under}>
          <UntrustedText text={namespace.slice(0, -1)} charactersMax={64} />
        </span>
      )}
    </>
  );
}

/** A list of findings can be filtered by one package, so each package has its own link. */
function FindingLinks({ group: { component, packages, findings }, view }: GroupRowProps) {
  const list = { ...view, group: 'none', offset: undefined };
  if (component !== null)
    return <ViewLink view={{ ...list, component: component.id }}>{formatCount(findings)}</ViewLink>;
  const shown = packages.slice(0, PACKAGES_NAMED_MAX);
  const others = findings - shown.reduce((sum, each) => sum + each.findings, 0);
  return (
    <>
      {shown.map((each, index) => (
        <span key={each.name}>
          {index > 0 && ' + '}
          <ViewLink
            view={{ ...list, fixable: 'true', package: each.name }}
            aria-label={`${countOf(each.findings, 'finding')} in ${toVisibleText(each.name)}`}
          >
            {formatCount(each.findings)}
          </ViewLink>
        </span>
      ))}
      {others > 0 && ` + ${formatCount(others)}`}
    </>
  );
}
