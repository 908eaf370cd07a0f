/** The organization in the header, with a menu of the others for users who belong to several. */
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { WireMe } from '../../src/api/contract/organization/person.ts';
import { Disclosure } from '../parts/dialogs/disclosure.tsx';
import { UntrustedText } from '../parts/values/untrusted-text.tsx';
import { Notice } from '../parts/feedback/notice.tsx';
import { switchOrganization } from '../queries/account/sessions.ts';
import { ROLE_LABELS } from '../session/session.ts';
import styles from './organization-switcher.module.css';

export function OrganizationSwitcher({ me }: { readonly me: WireMe }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: switchOrganization,
    // A full page load drops all cached data of the other organization.
    onSuccess: () => window.location.assign('/'),
  });
  const current = me.organization;
  if (me.organizations.length < 2) {
    return (
      <span className={styles.only}>
        <UntrustedText text={current.name} charactersMax={40} />
      </span>
    );
  }
  return (
    <div className={styles.switcher}>
      <Disclosure
        name={`Switch organization, current: ${current.name}`}
        label={
          <>
            <span className={styles.name}>
              <UntrustedText text={current.name} charactersMax={40} />
            </span>
            <IconSelector size={16} stroke={1.6} aria-hidden />
          </>
        }
      >
        {error !== null && <Notice kind="bad">{error.message}</Notice>}
        {me.organizations.map(({ id, name, role }) => (
          <button
            key={id}
            type="button"
            aria-current={id === current.id}
            disabled={isPending}
            onClick={() => id !== current.id && mutate(id)}
          >
            <span className={styles.choice}>
              <span>
                <UntrustedText text={name} charactersMax={60} />
                <small>{ROLE_LABELS[role]}</small>
              </span>
              {id === current.id && <IconCheck size={16} stroke={1.6} aria-hidden />}
            </span>
          </button>
        ))}
      </Disclosure>
    </div>
  );
}
