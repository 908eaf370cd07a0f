/** One package: versions in use, services that use them, findings, and dependency paths. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { WireComponentUses, WireUsedComponent } from '../../../src/api/contract/services/component.ts';
import { getList, getOne, isStatus, toPath } from '../../api/api-client.ts';
import { UntrustedCode } from '../../parts/values/untrusted-code.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading, LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { NotFound } from '../../parts/feedback/not-found.tsx';
import { Skeleton, SkeletonBlock, SkeletonRows } from '../../parts/feedback/skeleton.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { FIXED_ISSUES_ONLY_HELP } from '../../text/analysis/coverage-text.ts';
import { describeReason } from '../../text/analysis/coverage-text.ts';
import { ComponentPaths } from './component-paths.tsx';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './component.module.css';
import { Age } from '../../parts/values/age.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { ServiceLink, VersionLink } from '../../parts/navigation/service-links.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { SEVERITIES } from '../../../src/core/vocabulary/severity.ts';
import type { WirePlacedFinding } from '../../../src/api/contract/findings/finding.ts';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { packageFindings } from '../../queries/findings/organization-findings.ts';

const route = getRouteApi('/components/$component');

export function ComponentPage() {
  const { component: id } = route.useParams();
  const { data, error } = useQuery(componentUses(id));
  if (isStatus(error, 404) || isStatus(error, 400)) return <NotFound />;
  return (
    <>
      <PageHead
        title={data === undefined ? 'Component' : `${data.name} ${data.version ?? ''}`}
        trail={
          <li>
            <Link to="/components">Components</Link>
          </li>
        }
      >
        {data === undefined ? 'Component' : <Name component={data} />}
      </PageHead>
      <LoadingOrProblem data={data} error={error} shape={<ComponentSkeleton />} />
      {data !== undefined && <Known component={data} />}
    </>
  );
}

/** Package URL, versions, uses, and paths. */
function ComponentSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock height="1.5rem" />
      <SkeletonRows rows={3} />
      <SkeletonRows rows={5} />
      <SkeletonBlock height="12rem" />
    </Skeleton>
  );
}

function Name({ component: { name, version } }: { readonly component: WireComponentUses }) {
  return (
    <>
      <UntrustedText text={name} />{' '}
      <span className={styles.version}>
        <UntrustedText text={version ?? 'no version'} charactersMax={48} />
      </span>
    </>
  );
}

function Known({ component }: { readonly component: WireComponentUses }) {
  const { in: chosen } = route.useSearch();
  const { ecosystem, purl, checked, notChecked, fixedIssuesOnly, uses } = component;
  const use = uses.find(({ versionId }) => versionId === chosen) ?? uses[0];
  return (
    <>
      <p className={styles.muted}>
        {ecosystem !== null && <UntrustedText text={ecosystem} charactersMax={40} />}
        {purl !== null && (
          <>
            {' · '}
            <UntrustedCode text={purl} charactersMax={160} />
          </>
        )}
      </p>
      {!checked && (
        <Notice kind="doubtful">
          Not checked: {describeReason(notChecked ?? 'unknown reason')}. It may have vulnerabilities that are not
          listed.
        </Notice>
      )}
      {fixedIssuesOnly && <Notice kind="neutral">Checked for fixed issues only. {FIXED_ISSUES_ONLY_HELP}</Notice>}
      <PackageVersions component={component} />
      <ComponentUses component={component} chosen={use?.versionId} />
      {use !== undefined && <ComponentPaths componentId={component.id} use={use} />}
    </>
  );
}

function componentUses(id: string) {
  return queryOptions({
    queryKey: ['components', id, 'uses'],
    queryFn: async ({ signal }) => await getOne<WireComponentUses>(toPath('component', id), signal),
  });
}

/** All versions of the package in use, with the findings in each. */
function PackageVersions({ component }: { readonly component: WireComponentUses }) {
  const versions = useQuery(samePackage(component));
  const findings = useQuery(packageFindings(component.name));
  // Counts of an incomplete list would be too small.
  const isWhole = findings.data !== undefined && findings.data.items.length >= findings.data.total;
  const error = versions.error ?? findings.error;
  return (
    <Section
      title={`Versions in use${versions.data === undefined ? '' : ` (${formatCount(versions.data.length)})`}`}
      actions={
        findings.data !== undefined && (
          <Link to="/vulnerabilities" search={{ group: 'none', package: component.name }}>
            {formatCount(findings.data.total)} open {findings.data.total === 1 ? 'finding' : 'findings'} in newest
            versions
          </Link>
        )
      }
    >
      {error !== null && <Problem error={error} />}
      {versions.data === undefined && versions.error === null && <Loading rows={2} />}
      {versions.data !== undefined && (
        <ScrollingTable
          label="Versions in use"
          className={`${styles.table} ${cardStyles.lines}`}
          columns={['Version', 'Open findings in newest versions']}
        >
          {versions.data.map(({ id, version, checked }) => (
            <tr key={id} aria-current={id === component.id ? 'true' : undefined}>
              <td>
                <Link to="/components/$component" params={{ component: id }}>
                  <UntrustedCode text={version ?? 'no version'} charactersMax={48} />
                </Link>
                {id === component.id && <span className={styles.muted}> (current)</span>}
              </td>
              <td>
                {isWhole ? (
                  <Found findings={ofComponent(findings.data.items, id)} isChecked={checked} />
                ) : (
                  <span>–</span>
                )}
              </td>
            </tr>
          ))}
        </ScrollingTable>
      )}
    </Section>
  );
}

function ofComponent(findings: readonly WirePlacedFinding[], id: string): WirePlacedFinding[] {
  return findings.filter(({ component }) => component.id === id);
}

const NAMED = 6;

interface FoundProps {
  readonly findings: readonly WirePlacedFinding[];
  readonly isChecked: boolean;
}

/** Lists each vulnerability once, however many services have it. */
function Found({ findings, isChecked }: FoundProps) {
  const known = [...new Map(findings.map(({ vulnerability }) => [vulnerability.id, vulnerability])).values()].toSorted(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
  if (known.length === 0) return <span className={styles.muted}>{isChecked ? 'None' : 'Not checked'}</span>;
  return (
    <ul className={styles.found}>
      {known.slice(0, NAMED).map(({ id, severity }) => (
        <li key={id}>
          <SeverityChip severity={severity} />{' '}
          <Link to="/vulnerabilities/$id" params={{ id }}>
            <UntrustedText text={id} charactersMax={32} />
          </Link>
        </li>
      ))}
      {known.length > NAMED && <li className={styles.muted}>and {formatCount(known.length - NAMED)} more</li>}
    </ul>
  );
}

/** The same package in other versions. */
function samePackage({ name, ecosystem }: Pick<WireUsedComponent, 'name' | 'ecosystem'>) {
  return queryOptions({
    queryKey: ['components', 'named', name, ecosystem],
    queryFn: async ({ signal }) => {
      const { items } = await getList<WireUsedComponent>('/component', signal, { name, limit: 1_000 });
      return items.filter((each) => each.ecosystem === ecosystem);
    },
  });
}

interface ComponentUsesProps {
  readonly component: WireComponentUses;
  readonly chosen: string | undefined;
}

/** Versions of services that contain the component, newest first. Details of one are shown below. */
function ComponentUses({ component: { uses, useCount }, chosen }: ComponentUsesProps) {
  return (
    <Section title={`Used in ${countOf(useCount, 'version')}`}>
      <ScrollingTable
        label="Used in"
        className={`${styles.table} ${cardStyles.lines}`}
        columns={['Service', 'Version', 'Received', 'Dependency paths']}
      >
        {uses.map(({ serviceName, versionId, versionName, createdAt }) => (
          <tr key={versionId} aria-current={versionId === chosen ? 'true' : undefined}>
            <td>
              <ServiceLink service={serviceName} charactersMax={48} />
            </td>
            <td>
              <VersionLink service={serviceName} version={versionName} charactersMax={40} />
            </td>
            <td>
              <Age instant={createdAt} />
            </td>
            <td>
              {versionId === chosen ? (
                'Shown below'
              ) : (
                <ViewLink view={(current) => ({ ...current, in: versionId })}>Show paths</ViewLink>
              )}
            </td>
          </tr>
        ))}
      </ScrollingTable>
      {useCount > uses.length && (
        <p className={styles.muted}>{countOf(useCount - uses.length, 'older version')} not shown.</p>
      )}
    </Section>
  );
}
