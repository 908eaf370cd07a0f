/** Invitations: pending and recent ones, and a dialog to create one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { WireInvitation, WireNewInvitation } from '../../../../src/api/contract/organization/member.ts';
import { ROLES } from '../../../../src/core/vocabulary/access.ts';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { ScrollingTable } from '../../../parts/layout/table-region.tsx';
import { invitationList, revokeInvitation, invite } from './member-queries.ts';
import { ROLE_LABELS, useMe } from '../../../session/session.ts';
import { toInstant } from '../../../text/format/time.ts';
import { CommandBlock } from '../../../parts/actions/command-block.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import type { Role } from '../../../queries/account/me.ts';
import { ACTIONS_COLUMN } from '../settings-head.tsx';
import cardStyles from '../../../parts/layout/card-table.module.css';
import styles from '../settings.module.css';
import { fieldText } from '../../../parts/actions/form-field.ts';
import formStyles from '../../../parts/actions/form.module.css';

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
      <ScrollingTable
        label="Sent invitations"
        className={`${styles.table} ${cardStyles.lines}`}
        columns={['E-mail', 'Role', 'State', 'Invited by', 'Expires', ACTIONS_COLUMN]}
      >
        {invitations.map(({ id, email, role, state, createdBy, expiresAt }) => (
          <tr key={id} className={state === 'open' ? undefined : styles.ended}>
            <td className={styles.wrap} data-wide>
              <UntrustedText text={email} />
            </td>
            <td>{ROLE_LABELS[role]}</td>
            <td>{STATE_LABELS[state]}</td>
            <td data-label="Invited by">
              <UntrustedText text={createdBy} charactersMax={40} />
            </td>
            <td title={toInstant(expiresAt)} data-label="Expires">
              {expiresAt.slice(0, 10)}
            </td>
            <td>
              {state === 'open' && (
                <GuardedButton scope="settings:write" onClick={() => mutate(id)}>
                  Revoke
                </GuardedButton>
              )}
            </td>
          </tr>
        ))}
      </ScrollingTable>
    </>
  );
}

/** Creates an invitation link. It is sent by e-mail if configured; otherwise the inviting user passes it on. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const isOwner = useMe()?.role === 'owner';
  const [role, setRole] = useState<Role>('member');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (email: string) => await invite(email, role),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: invitationList().queryKey }),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutate(fieldText(new FormData(event.currentTarget), 'email').trim());
  };
  if (data !== undefined) return <InvitationLink invitation={data} onClose={onClose} />;
  const roles = ROLES.toReversed().filter((each) => isOwner || each !== 'owner');
  return (
    <Dialog title="Invite member" onClose={onClose}>
      <form onSubmit={onSubmit} className={formStyles.form}>
        <TextInput name="email" type="email" label="E-mail" required withAsterisk={false} autoComplete="off" />
        <NativeSelect
          label="Role"
          data={roles.map((each) => ({ value: each, label: ROLE_LABELS[each] }))}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
        <Button type="submit" loading={isPending}>
          Create link
        </Button>
        {error !== null && <Problem error={error} />}
      </form>
    </Dialog>
  );
}

/** Only its button closes it, because the link cannot be shown again. */
function InvitationLink({
  invitation,
  onClose,
}: {
  readonly invitation: WireNewInvitation;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Invitation created" onClose={onClose} isFirm>
      <div className={styles.section}>
        <p>
          For <UntrustedText text={invitation.email} />, as {ROLE_LABELS[invitation.role].toLowerCase()}.
        </p>
        <Notice kind="doubtful">
          The link is shown only once. It can be used once, until {invitation.expiresAt.slice(0, 10)}.{' '}
          {invitation.mailed ? 'It was also sent by e-mail.' : 'It was not sent by e-mail. Share it yourself.'}
        </Notice>
        <CommandBlock label="Invitation link" text={`${window.location.origin}${invitation.path}`} />
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
