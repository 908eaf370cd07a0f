/** Menu of the organization in the header: what its owners and admins do most, its settings, and the other organizations of the user. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { Disclosure } from '../parts/dialogs/disclosure.tsx';
import { Notice } from '../parts/feedback/notice.tsx';
import { PathLink } from '../parts/navigation/path-link.tsx';
import { UntrustedText } from '../parts/values/untrusted-text.tsx';
import { switchOrganization } from '../queries/account/me.ts';
import { aiSettings } from '../queries/organization/ai.ts';
import { ROLE_LABELS, usePermission } from '../session/session.ts';
import type { WireMe } from '../../src/api/contract/organization/person.ts';
import styles from './header.module.css';

export function OrganizationMenu({ me }: { readonly me: WireMe }) {
  const { name } = me.organization;
  return (
    <div className={styles.menu}>
      <Disclosure
        name={`Organization: ${name}`}
        label={
          <>
            <span className={styles.organization}>
              <UntrustedText text={name} charactersMax={40} />
            </span>
            <IconSelector size={16} stroke={1.6} aria-hidden />
          </>
        }
      >
        <Actions />
        <PathLink path="/settings/organization">Settings</PathLink>
        {me.organizations.length > 1 && <Organizations me={me} />}
      </Disclosure>
    </div>
  );
}

/** Each opens its form. Left out if the user may not use the form. */
function Actions() {
  const mayCreateTokens = usePermission('token:write').isAllowed;
  const mayChangeSettings = usePermission('settings:write').isAllowed;
  const isAiOff = useQuery({ ...aiSettings(), enabled: mayChangeSettings }).data?.enabled === false;
  return (
    <>
      {mayCreateTokens && <PathLink path="/settings/tokens?create=true">Create token</PathLink>}
      {mayChangeSettings && (
        <>
          <PathLink path="/settings/members?invite=true">Invite member</PathLink>
          <PathLink path={isAiOff ? '/settings/ai?enable=true' : '/settings/ai'}>
            {isAiOff ? 'Turn on AI' : 'AI settings'}
          </PathLink>
        </>
      )}
    </>
  );
}

function Organizations({ me }: { readonly me: WireMe }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: switchOrganization,
    // A full page load drops all cached data of the other organization.
    onSuccess: () => window.location.assign('/'),
  });
  return (
    <>
      <p className={styles.others}>Switch organization</p>
      {error !== null && <Notice kind="bad">{error.message}</Notice>}
      {me.organizations.map(({ id, name, role }) => (
        <button
          key={id}
          type="button"
          aria-current={id === me.organization.id}
          disabled={isPending}
          onClick={() => id !== me.organization.id && mutate(id)}
        >
          <span className={styles.choice}>
            <span>
              <UntrustedText text={name} charactersMax={60} />
              <small>{ROLE_LABELS[role]}</small>
            </span>
            {id === me.organization.id && <IconCheck size={16} stroke={1.6} aria-hidden />}
          </span>
        </button>
      ))}
    </>
  );
}
