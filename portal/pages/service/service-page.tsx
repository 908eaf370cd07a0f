/** One service: its versions, newest first. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { WireVersion } from '../../../src/api/contract/version.ts';
import { ApiFailure } from '../../api-client.ts';
import { Age } from '../../parts/age.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { NothingHere } from '../../parts/nothing-here.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TableRegion } from '../../parts/table-region.tsx';
import { ITEMS_PER_PAGE, serviceDetails } from '../../queries/services.ts';
import { versionList } from '../../queries/versions.ts';
import styles from '../../parts/list-page.module.css';

const route = getRouteApi('/services/$service');

export function ServicePage() {
  const { service } = route.useParams();
  const { offset = 0 } = route.useSearch();
  const details = useQuery(serviceDetails(service));
  const { data, error } = useQuery(versionList(service, route.useSearch()));
  if (error instanceof ApiFailure && error.status === 404) return <NothingHere />;
  const name = details.data?.name ?? service;
  const trail = (
    <li>
      <Link to="/services">Services</Link>
    </li>
  );
  return (
    <>
      <PageHead title={name} trail={trail}>
        <HostileText text={name} />
      </PageHead>
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && data.total > 0 && (
        <div className={styles.tools}>
          <Pager offset={offset} limit={ITEMS_PER_PAGE} total={data.total} noun="version" />
        </div>
      )}
      {data !== undefined && data.items.length > 0 && <VersionTable service={name} versions={data.items} />}
      {data?.total === 0 && <Notice kind="neutral">No version of this service was uploaded yet.</Notice>}
    </>
  );
}

interface VersionTableProps {
  readonly service: string;
  readonly versions: readonly WireVersion[];
}

function VersionTable({ service, versions }: VersionTableProps) {
  return (
    <TableRegion label="Versions">
      <table>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Received</th>
            <th scope="col">Aliases</th>
            <th scope="col">Tags</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ id, name, createdAt, aliases, tags }) => (
            <tr key={id}>
              <td className={styles.name}>
                <Link to="/services/$service/versions/$version" params={{ service, version: name }}>
                  <HostileText text={name} />
                </Link>
              </td>
              <td>
                <Age instant={createdAt} />
              </td>
              <td className={styles.name}>
                <Labels texts={aliases} />
              </td>
              <td className={styles.name}>
                <Labels texts={tags} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

function Labels({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => (
    <span key={text} className={styles.tag}>
      <HostileText text={text} charactersMax={40} />
    </span>
  ));
}
