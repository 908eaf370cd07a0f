/** One package: versions in use, services that use them, findings, and dependency paths. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { WireComponentUses } from '../../../src/api/contract/services/component.ts';
import { isStatus } from '../../api/api-client.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { NotFound } from '../../parts/feedback/not-found.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { componentUses } from './component-queries.ts';
import { FIXED_ISSUES_ONLY_HELP } from '../../text/analysis/coverage-text.ts';
import { describeReason } from '../../text/analysis/unchecked-reason-text.ts';
import { ComponentPaths } from './component-paths.tsx';
import { ComponentUses } from './component-uses.tsx';
import { PackageVersions } from './package-versions.tsx';
import styles from './component.module.css';

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
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && <Known component={data} />}
    </>
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
            <code>
              <UntrustedText text={purl} charactersMax={160} />
            </code>
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
