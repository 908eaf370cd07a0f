/** One security profile of a service: completeness, values with their sources, and the impact of further values. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { isStatus } from '../../api-client.ts';
import { UntrustedText } from '../../parts/hostile-text.tsx';
import { Loading } from '../../parts/loading.tsx';
import { NotFound } from '../../parts/nothing-here.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Problem } from '../../parts/problem.tsx';
import { profileDetails } from '../../queries/profiles.ts';
import { serviceDetails } from '../../queries/services.ts';
import { DeleteProfile } from './delete-profile.tsx';
import { ProfileEditor } from './profile-editor.tsx';

const route = getRouteApi('/services/$service/profile/$profile');

export function ProfilePage() {
  const address = route.useParams();
  const { data, error } = useQuery(profileDetails(address));
  const service = useQuery(serviceDetails(address.service)).data?.name ?? address.service;
  if (isStatus(error, 404)) return <NotFound />;
  return (
    <>
      <PageHead
        title={`Profile ${address.profile} of ${service}`}
        trail={
          <>
            <li>
              <Link to="/services">Services</Link>
            </li>
            <li>
              <Link to="/services/$service" params={{ service }}>
                <UntrustedText text={service} />
              </Link>
            </li>
            <li>
              <Link to="/services/$service/profile" params={{ service }}>
                Security profiles
              </Link>
            </li>
          </>
        }
        actions={data && <DeleteProfile address={address} />}
      >
        Security profile <UntrustedText text={address.profile} charactersMax={60} />
      </PageHead>
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading rows={10} />}
      {data !== undefined && (
        <ProfileEditor key={data.etag ?? data.body.version} address={address} profile={data.body} etag={data.etag} />
      )}
    </>
  );
}
