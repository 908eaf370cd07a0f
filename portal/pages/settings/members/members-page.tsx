/** Members of the organization, their roles, and invitations. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useLinkedDialog } from '../../../parts/dialogs/use-linked-dialog.ts';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { PathLink } from '../../../parts/navigation/path-link.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { invitationList, memberList } from './member-queries.ts';
import { usePermission } from '../../../session/session.ts';
import { InvitationTable, InviteDialog } from './invitations.tsx';
import { MemberTable } from './member-table.tsx';
import { NotAllowed, SettingsHead } from '../settings-head.tsx';
import styles from '../settings.module.css';

const route = getRouteApi('/settings/members');

export function MembersPage() {
  const { invite = false } = route.useSearch();
  const navigate = route.useNavigate();
  const [isInviting, setIsInviting] = useLinkedDialog(invite, () => void navigate({ search: {}, replace: true }));
  const permission = usePermission('settings:write');
  const members = useQuery(memberList());
  const invitations = useQuery({ ...invitationList(), enabled: permission.isAllowed });
  const problem = members.error ?? invitations.error;
  return (
    <>
      <SettingsHead
        title="Members"
        actions={
          <GuardedButton scope="settings:write" variant="filled" size="sm" onClick={() => setIsInviting(true)}>
            Invite member
          </GuardedButton>
        }
      >
        Viewers can read. Members can also upload and decide. Admins can also manage settings and tokens. Owners can
        also manage owners. Your sessions are listed in <PathLink path="/account">your account</PathLink>.
      </SettingsHead>
      {problem !== null && <Problem error={problem} />}
      <div className={styles.sections}>
        {members.data === undefined ? (
          members.error === null && <Loading rows={3} />
        ) : (
          <MemberTable members={members.data.items} />
        )}
        <section aria-labelledby="invitations" className={styles.section}>
          <h2 id="invitations">Invitations</h2>
          {!permission.isAllowed && <NotAllowed permission={permission} what="Invitations" />}
          {invitations.isLoading && <Loading rows={2} />}
          {invitations.data !== undefined && <InvitationTable invitations={invitations.data.items} />}
        </section>
      </div>
      {isInviting && permission.isAllowed && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  );
}
