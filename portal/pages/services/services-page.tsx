/** All services, each with the way to its newest version. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { WireServiceListItem } from '../../../src/api/contract/service.ts';
import { Age } from '../../parts/age.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { TableRegion } from '../../parts/table-region.tsx';
import { ITEMS_PER_PAGE, serviceList } from '../../queries/services.ts';
import { formatCount } from '../../wording/counts.ts';
import styles from '../../parts/list-page.module.css';

const route = getRouteApi('/services');

export function ServicesPage() {
  const { q, offset = 0 } = route.useSearch();
  const { data, error } = useQuery(serviceList(route.useSearch()));
  return (
    <>
      <PageHead title="Services">Services</PageHead>
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (data.total > 0 || q !== undefined) && (
        <div className={styles.tools}>
          <SearchBox q={q} label="Find a service by a part of its name" placeholder="Find a service" />
          <Pager offset={offset} limit={ITEMS_PER_PAGE} total={data.total} noun="service" />
        </div>
      )}
      {data !== undefined && data.items.length > 0 && <ServiceTable services={data.items} />}
      {data?.items.length === 0 && <NoService isSearched={q !== undefined} />}
    </>
  );
}

function ServiceTable({ services }: { readonly services: readonly WireServiceListItem[] }) {
  return (
    <TableRegion label="Services">
      <table>
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col">Newest version</th>
            <th scope="col">Received</th>
            <th scope="col">Versions</th>
          </tr>
        </thead>
        <tbody>
          {services.map(({ id, name, latestVersion, versionCount }) => (
            <tr key={id}>
              <td className={styles.name}>
                <Link to="/services/$service" params={{ service: name }}>
                  <HostileText text={name} />
                </Link>
              </td>
              <td className={styles.name}>
                {latestVersion === null ? (
                  'None yet'
                ) : (
                  <Link
                    to="/services/$service/versions/$version"
                    params={{ service: name, version: latestVersion.name }}
                  >
                    <HostileText text={latestVersion.name} />
                  </Link>
                )}
              </td>
              <td>{latestVersion !== null && <Age instant={latestVersion.createdAt} />}</td>
              <td>{formatCount(versionCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

function NoService({ isSearched }: { readonly isSearched: boolean }) {
  if (isSearched) {
    return (
      <Notice kind="neutral">
        No service matches. <Link to="/services">Show all</Link>
      </Notice>
    );
  }
  return (
    <Notice kind="neutral">
      Nothing was uploaded yet. Send the first SBOM with your token:
      <pre className={styles.command}>{toCommand(window.location.origin)}</pre>
    </Notice>
  );
}

function toCommand(origin: string): string {
  return `curl -H "Authorization: Bearer $ASSAY_TOKEN" \\
     -H "Content-Type: application/json" --data-binary @sbom.json \\
     "${origin}/api/v2/service/my-service/version/1.0.0/sbom"`;
}
