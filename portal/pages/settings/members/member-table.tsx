/** Members of the organization, with actions to change the role or remove them. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLES } from '../../../../src/core/vocabulary/access.ts';
import type { WireMember } from '../../../../src/api/contract/organization/member.ts';
import { Age } from '../../../parts/values/age.tsx';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { ScrollingTable } from '../../../parts/layout/table-region.tsx';
import { changeRole, memberList, memberTokens } from './member-queries.ts';
import { me, type Role } from '../../../queries/account/me.ts';
import { tokenList } from '../../../queries/organization/tokens.ts';
import { ROLE_LABELS, useMe, usePermission } from '../../../session/session.ts';
import { DemotionDialog, RemovalDialog, type RoleChange, ResetLinkDialog } from './member-dialogs.tsx';
import { ACTIONS_COLUMN } from '../settings-head.tsx';
import cardStyles from '../../../parts/layout/card-table.module.css';
import styles from '../settings.module.css';

export function MemberTable({ members }: { readonly members: readonly WireMember[] }) {
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState<WireMember>();
  const [resetting, setResetting] = useState<WireMember>();
  const refresh = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: memberList().queryKey });
    await queryClient.invalidateQueries({ queryKey: tokenList().queryKey });
    await queryClient.invalidateQueries({ queryKey: me().queryKey });
  };
  const [demoting, setDemoting] = useState<RoleChange>();
  const ownId = useMe()?.person?.id;
  const { mutate, error } = useMutation({
    mutationFn: async ({ member, role }: { member: WireMember; role: Role }) => {
      const tokens = await queryClient.fetchQuery(memberTokens(member.personId, role));
      if (tokens.length > 0) setDemoting({ member, role, tokens });
      else await changeRole(member.personId, role, 'revoke');
    },
    onSettled: refresh,
  });
  return (
    <>
      {error !== null && <Problem error={error} />}
      <ScrollingTable
        label="Members"
        className={`${styles.table} ${cardStyles.lines}`}
        columns={['Member', 'Role', 'Joined', 'Last active', ACTIONS_COLUMN]}
      >
        {members.map((member) => (
          <MemberRow
            key={member.personId}
            member={member}
            onRole={(role) => mutate({ member, role })}
            onReset={() => setResetting(member)}
            onRemove={() => setLeaving(member)}
          />
        ))}
      </ScrollingTable>
      {resetting !== undefined && <ResetLinkDialog member={resetting} onClose={() => setResetting(undefined)} />}
      {leaving !== undefined && (
        <RemovalDialog
          member={leaving}
          isOwn={leaving.personId === ownId}
          onDone={refresh}
          onClose={() => setLeaving(undefined)}
        />
      )}
      {demoting !== undefined && (
        <DemotionDialog
          change={demoting}
          isOwn={demoting.member.personId === ownId}
          onDone={refresh}
          onClose={() => setDemoting(undefined)}
        />
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
  const user = useMe();
  const { reason } = usePermission('settings:write');
  const isOwn = user?.person?.id === personId;
  // Only owners can change owners.
  const whyNot =
    reason ?? (role === 'owner' && user?.role !== 'owner' ? 'Only an owner can change an owner.' : undefined);
  return (
    <tr>
      <td className={styles.wrap} data-wide>
        <UntrustedText text={name === '' ? email : name} /> {isOwn && <span className={styles.muted}>(you)</span>}
        {name !== '' && (
          <span className={styles.small}>
            <UntrustedText text={email} />
          </span>
        )}
      </td>
      <td>
        <RoleSelect
          label={`Role of ${email}`}
          role={role}
          onRole={onRole}
          whyNot={whyNot}
          isOwner={user?.role === 'owner'}
        />
      </td>
      <td data-label="Joined">
        <Age instant={joinedAt} />
      </td>
      <td data-label="Last active">{lastSeenAt === null ? 'Never' : <Age instant={lastSeenAt} />}</td>
      <td data-wide>
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

interface RoleSelectProps {
  readonly label: string;
  readonly role: Role;
  readonly onRole: (role: Role) => void;
  /** Why it cannot be changed. */
  readonly whyNot: string | undefined;
  /** Only owners can grant the owner role. */
  readonly isOwner: boolean;
}

/** A native select, because there is one in every row. */
function RoleSelect({ label, role, onRole, whyNot, isOwner }: RoleSelectProps) {
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={role}
      disabled={whyNot !== undefined}
      title={whyNot}
      onChange={(event) => onRole(event.currentTarget.value as Role)}
    >
      {ROLES.filter((each) => isOwner || each !== 'owner' || each === role).map((each) => (
        <option key={each} value={each}>
          {ROLE_LABELS[each]}
        </option>
      ))}
    </select>
  );
}
