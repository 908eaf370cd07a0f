/** One security profile of a service: what to answer first, and all values with their sources. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { isStatus } from '../../api/api-client.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { NotFound } from '../../parts/feedback/not-found.tsx';
import { PageHead, ServiceTrail } from '../../parts/layout/page-head.tsx';
import { profileDetails, deleteProfile, profilesKey, type ProfileAddress } from './profile-queries.ts';
import { serviceDetails } from '../../queries/services/services.ts';
import { usePermission } from '../../session/session.ts';
import { Interview } from './interview.tsx';
import { ProfileEditor } from './profile-editor.tsx';
import { useState } from 'react';
import { ConfirmByName } from '../../parts/dialogs/confirm-by-name.tsx';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';

const route = getRouteApi('/services/$service/profile/$profile');

export function ProfilePage() {
  const address = route.useParams();
  // A different profile is a different page: nothing typed or undone in this one applies to it.
  return <ProfileContent key={`${address.service}\n${address.profile}`} address={address} />;
}

function ProfileContent({ address }: { readonly address: ProfileAddress }) {
  const { data, error } = useQuery(profileDetails(address));
  const { reason } = usePermission('profile:write');
  const [isDirty, setDirty] = useState(false);
  const unsaved = isDirty ? 'Save or discard your changes first.' : undefined;
  const whyNot = reason === undefined ? unsaved : `Read-only. ${reason}`;
  const service = useQuery(serviceDetails(address.service)).data?.name ?? address.service;
  if (isStatus(error, 404)) return <NotFound />;
  return (
    <>
      <PageHead
        title={`Profile ${address.profile} of ${service}`}
        trail={
          <>
            <ServiceTrail service={service} />
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
      <LoadingOrProblem data={data} error={error} rows={10} />
      {data !== undefined && (
        <>
          <Interview address={address} profile={data.body} etag={data.etag} whyNot={whyNot} />
          <ProfileEditor address={address} profile={data.body} etag={data.etag} onDirty={setDirty} />
        </>
      )}
    </>
  );
}

// Deletes a profile. Its values no longer apply, so findings may reappear.
function DeleteProfile({ address }: { readonly address: ProfileAddress }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const onConfirm = async (): Promise<void> => {
    await deleteProfile(address);
    await navigate({ to: '/services/$service/profile', params: { service: address.service } });
    await queryClient.invalidateQueries({ queryKey: profilesKey(address.service) });
  };
  return (
    <>
      <GuardedButton scope="profile:write" onClick={() => setConfirming(true)}>
        Delete
      </GuardedButton>
      {isConfirming && (
        <ConfirmByName
          title="Delete security profile"
          name={address.profile}
          action="Delete profile"
          onConfirm={onConfirm}
          onClose={() => setConfirming(false)}
        >
          Its values no longer apply, and the affected findings regain their priority. This cannot be undone.
        </ConfirmByName>
      )}
    </>
  );
}
