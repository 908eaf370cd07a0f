/** Everybody who can sign in here, with a role that can be changed and the way out. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireMember } from '../../../src/api/contract/member.ts';
import { Age } from '../../parts/age.tsx';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { GuardedButton } from '../../parts/guarded-button.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TableRegion } from '../../parts/table-region.tsx';
import { changeRole, memberList, removeMember } from '../../queries/members.ts';
import { me, type Role } from '../../queries/me.ts';
import { useMe, usePermission } from '../../session.ts';
import { ResetLinkDialog } from './reset-link-dialog.tsx';
import { RoleSelect } from './role-select.tsx';
import styles from './settings.module.css';

export function MemberTable({ members }: { readonly members: readonly WireMember[] }) {
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState<WireMember>();
  const [resetting, setResetting] = useState<WireMember>();
  const refresh = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: memberList().queryKey });
    await queryClient.invalidateQueries({ queryKey: me().queryKey });
  };
  const { mutate, error } = useMutation({
    mutationFn: async ({ personId, role }: { personId: string; role: Role }) => await changeRole(personId, role),
    onSettled: refresh,
  });
  return (
    <>
      {error !== null && <Problem error={error} />}
      <TableRegion label="Members">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Role</th>
              <th scope="col">Joined</th>
              <th scope="col">Last seen</th>
              <th scope="col">
                <span className={styles.muted}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <MemberRow
                key={member.personId}
                member={member}
                onRole={(role) => mutate({ personId: member.personId, role })}
                onReset={() => setResetting(member)}
                onRemove={() => setLeaving(member)}
              />
            ))}
          </tbody>
        </table>
      </TableRegion>
      {resetting !== undefined && <ResetLinkDialog member={resetting} onClose={() => setResetting(undefined)} />}
      {leaving !== undefined && (
        <ConfirmByName
          title="Remove somebody"
          name={leaving.email}
          action="Remove from the organization"
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await removeMember(leaving.personId);
            await refresh();
          }}
        >
          They are signed out everywhere at once and lose access. What they did stays, and in the audit. They can be
          invited again.
        </ConfirmByName>
      )}
    </>
  );
}

interface MemberRowProps {
  readonly member: WireMember;
  readonly onRole: (role: Role) => void;
  readonly onReset: () => void;
  readonly onRemove: () => void;
}

function MemberRow({ member, onRole, onReset, onRemove }: MemberRowProps) {
  const { personId, email, name, role, joinedAt, lastSeenAt } = member;
  const who = useMe();
  const { reason } = usePermission('settings:write');
  const isOwn = who?.person?.id === personId;
  // Only owners change owners.
  const whyNot =
    reason ?? (role === 'owner' && who?.role !== 'owner' ? 'Only an owner can change an owner.' : undefined);
  return (
    <tr>
      <td className={styles.wrap}>
        <HostileText text={name === '' ? email : name} /> {isOwn && <span className={styles.muted}>(you)</span>}
        {name !== '' && (
          <span className={styles.small}>
            <HostileText text={email} />
          </span>
        )}
      </td>
      <td>
        <RoleSelect
          label={`Role of ${email}`}
          role={role}
          onRole={onRole}
          whyNot={whyNot}
          isOwner={who?.role === 'owner'}
        />
      </td>
      <td>
        <Age instant={joinedAt} />
      </td>
      <td>{lastSeenAt === null ? 'Never' : <Age instant={lastSeenAt} />}</td>
      <td>
        {!isOwn && (
          <GuardedButton scope="settings:write" reason={whyNot} onClick={onReset}>
            Reset password
          </GuardedButton>
        )}{' '}
        <GuardedButton scope={isOwn ? 'read' : 'settings:write'} reason={isOwn ? undefined : whyNot} onClick={onRemove}>
          {isOwn ? 'Leave' : 'Remove'}
        </GuardedButton>
      </td>
    </tr>
  );
}
