/** Pending invitations; earlier ones stay visible for a while. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireInvitation } from '../../../../src/api/contract/organization/member.ts';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { TableRegion } from '../../../parts/layout/table-region.tsx';
import { invitationList, revokeInvitation } from './member-queries.ts';
import { ROLE_LABELS } from '../../../session/session.ts';
import { toInstant } from '../../../text/format/time.ts';
import styles from '../settings.module.css';

const STATE_LABELS: Readonly<Record<WireInvitation['state'], string>> = {
  open: 'Open',
  accepted: 'Accepted',
  revoked: 'Revoked',
  expired: 'Expired',
};

export function InvitationTable({ invitations }: { readonly invitations: readonly WireInvitation[] }) {
  const queryClient = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: revokeInvitation,
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: invitationList().queryKey }),
  });
  if (invitations.length === 0) return <p className={styles.muted}>No invitations.</p>;
  return (
    <>
      {error !== null && <Problem error={error} />}
      <TableRegion label="Invitations">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">E-mail</th>
              <th scope="col">Role</th>
              <th scope="col">State</th>
              <th scope="col">Invited by</th>
              <th scope="col">Expires</th>
              <th scope="col">
                <span className={styles.muted}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invitations.map(({ id, email, role, state, createdBy, expiresAt }) => (
              <tr key={id} className={state === 'open' ? undefined : styles.ended}>
                <td className={styles.wrap}>
                  <UntrustedText text={email} />
                </td>
                <td>{ROLE_LABELS[role]}</td>
                <td>{STATE_LABELS[state]}</td>
                <td>
                  <UntrustedText text={createdBy} charactersMax={40} />
                </td>
                <td title={toInstant(expiresAt)}>{expiresAt.slice(0, 10)}</td>
                <td>
                  {state === 'open' && (
                    <GuardedButton scope="settings:write" onClick={() => mutate(id)}>
                      Revoke
                    </GuardedButton>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
    </>
  );
}
