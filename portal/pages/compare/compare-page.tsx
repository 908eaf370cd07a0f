/** Comparison of two versions of a service on its own page. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { isStatus } from '../../api/api-client.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { NotFound } from '../../parts/feedback/not-found.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { serviceDetails } from '../../queries/services/services.ts';
import { VersionComparison } from './version-comparison.tsx';

const route = getRouteApi('/services/$service/compare');

export function ComparePage() {
  const { service } = route.useParams();
  const { head } = route.useSearch();
  const details = useQuery(serviceDetails(service));
  if (isStatus(details.error, 404)) return <NotFound />;
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
                <UntrustedText text={name} />
              </Link>
            </li>
          </>
        }
      >
        Compare versions
      </PageHead>
      <VersionComparison service={service} head={head} />
    </>
  );
}
