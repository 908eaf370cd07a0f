/** Deletes a profile. Its values no longer apply, so findings may reappear. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { GuardedButton } from '../../parts/guarded-button.tsx';
import { deleteProfile, profilesKey, type ProfileAddress } from '../../queries/profiles.ts';

export function DeleteProfile({ address }: { readonly address: ProfileAddress }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const onConfirm = async (): Promise<void> => {
    await deleteProfile(address);
    await navigate({ to: '/services/$service/profile', params: { service: address.service } });
    await queryClient.invalidateQueries({ queryKey: profilesKey(address.service) });
  };
  return (
    <>
      <GuardedButton scope="profile:write" onClick={() => setAsked(true)}>
        Delete
      </GuardedButton>
      {isAsked && (
        <ConfirmByName
          title="Delete the security profile"
          name={address.profile}
          action="Delete the profile"
          onConfirm={onConfirm}
          onClose={() => setAsked(false)}
        >
          What it says no longer counts, and findings that it lowered come back. It cannot be undone, but it can be
          stated again.
        </ConfirmByName>
      )}
    </>
  );
}
