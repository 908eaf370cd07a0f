/** Comparison of two versions of a service on its own page. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { isStatus } from '../../api-client.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { NothingHere } from '../../parts/nothing-here.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { serviceDetails } from '../../queries/services.ts';
import { CompareView } from './compare-view.tsx';

const route = getRouteApi('/services/$service/compare');

export function ComparePage() {
  const { service } = route.useParams();
  const { head } = route.useSearch();
  const details = useQuery(serviceDetails(service));
  if (isStatus(details.error, 404)) return <NothingHere />;
  const name = details.data?.name ?? service;
  return (
    <>
      <PageHead
        title={`Compare versions of ${name}`}
        trail={
          <>
            <li>
              <Link to="/services">Services</Link>
            </li>
            <li>
              <Link to="/services/$service" params={{ service: name }}>
                <HostileText text={name} />
              </Link>
            </li>
          </>
        }
      >
        Compare versions
      </PageHead>
      <CompareView service={service} head={head} />
    </>
  );
}
