/** Dependency paths to the component in a version: as text, and as a graph on request. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { WireComponentDetails, WireComponentUses } from '../../../src/api/contract/services/component.ts';
import { getOne, toPath } from '../../api/api-client.ts';
import { VersionLink } from '../../parts/navigation/service-links.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading, LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { toPathGraph } from '../../charts/path-graph.ts';
import styles from './component.module.css';

const route = getRouteApi('/components/$component');
const PATHS_SHOWN = 5;
const DEPENDENTS_SHOWN = 20;

const PathGraphChart = lazy(async () => ({
  default: (await import('../../charts/path-graph-chart.tsx')).PathGraphChart,
}));

const GRAPH_LABELS: Readonly<Record<WireComponentDetails['graph'], string>> = {
  complete: 'Dependency information is complete.',
  partial: 'Dependency information is partial. More paths may exist.',
  missing: 'The SBOMs have no dependency information.',
};

type Use = WireComponentUses['uses'][number];

export function ComponentPaths({ componentId, use }: { readonly componentId: string; readonly use: Use }) {
  const isGraphShown = route.useSearch().graph === 'true';
  const { data, error } = useQuery(componentInVersion(use, componentId));
  return (
    <Section
      title="Dependency paths"
      actions={
        data !== undefined &&
        data.paths.length > 0 && (
          <ViewLink view={(current) => ({ ...current, graph: isGraphShown ? undefined : 'true' })}>
            {isGraphShown ? 'Hide graph' : 'Show graph'}
          </ViewLink>
        )
      }
    >
      <p className={styles.muted}>
        In <VersionLink service={use.serviceName} version={use.versionName} charactersMax={64} isFull />.{' '}
        {data !== undefined && GRAPH_LABELS[data.graph]}
        {data !== undefined && data.findings > 0 && (
          <>
            {' '}
            <Link
              to="/services/$service/versions/$version"
              params={{ service: use.serviceName, version: use.versionName }}
              search={{ component: componentId }}
            >
              {countOf(data.findings, 'open finding')}
            </Link>
          </>
        )}
      </p>
      <LoadingOrProblem data={data} error={error} rows={3} />
      {data !== undefined && (
        <>
          <Paths paths={data.paths} />
          {isGraphShown && data.paths.length > 0 && (
            <Suspense fallback={<Loading rows={6} />}>
              <PathGraphChart graph={toPathGraph(data.paths, componentId)} />
            </Suspense>
          )}
          <Dependents details={data} />
        </>
      )}
    </Section>
  );
}

function componentInVersion({ serviceId, versionId }: Use, component: string) {
  return queryOptions({
    queryKey: ['components', component, 'held', serviceId, versionId],
    queryFn: async ({ signal }) =>
      await getOne<WireComponentDetails>(
        toPath('service', serviceId, 'version', versionId, 'component', component),
        signal,
      ),
  });
}

function Paths({ paths }: Pick<WireComponentDetails, 'paths'>) {
  if (paths.length === 0) return <p className={styles.muted}>No known dependency paths.</p>;
  return (
    <>
      <ol className={styles.paths} aria-label="Paths, shortest first">
        {paths.slice(0, PATHS_SHOWN).map(({ sbomId, nodes }, index) => (
          // Several documents may contain the same path, and rows are never reordered.
          <li key={`${sbomId} ${index}`}>
            {nodes.map((node, at) => (
              <span key={node.id ?? 'root'} className={at === 1 ? styles.direct : undefined}>
                {at > 0 && <span aria-hidden> › </span>}
                <NodeName node={node} />
                {at === 1 && nodes.length > 2 && <span className={styles.muted}> (direct)</span>}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {paths.length > PATHS_SHOWN && <p className={styles.muted}>and {formatCount(paths.length - PATHS_SHOWN)} more</p>}
    </>
  );
}

type Node = WireComponentDetails['dependents'][number];

function NodeName({ node: { id, name, version } }: { readonly node: Node }) {
  const text = <UntrustedText text={version === null ? name : `${name} ${version}`} charactersMax={64} />;
  if (id === null) return text;
  return (
    <Link to="/components/$component" params={{ component: id }}>
      {text}
    </Link>
  );
}

function Dependents({ details: { dependents, dependentCount } }: { readonly details: WireComponentDetails }) {
  if (dependentCount === 0) return null;
  const shown = dependents.slice(0, DEPENDENTS_SHOWN);
  return (
    <>
      <h3 className={styles.sub}>Direct dependents ({formatCount(dependentCount)})</h3>
      <ul className={styles.dependents}>
        {shown.map((node) => (
          <li key={`${node.id} ${node.name}`}>
            <NodeName node={node} />
          </li>
        ))}
        {dependentCount > shown.length && (
          <li className={styles.muted}>and {formatCount(dependentCount - shown.length)} more</li>
        )}
      </ul>
    </>
  );
}
