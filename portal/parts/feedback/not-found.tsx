/**
 * One page for both missing and forbidden resources, because the difference would reveal what exists. A link may belong to
 * another organization of the user, so these are offered.
 */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { switchOrganization } from '../../queries/account/me.ts';
import { useMe } from '../../session/session.ts';
import { UntrustedText } from '../values/untrusted-text.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { Problem } from './problem.tsx';
import { ApiFailure } from '../../api/api-client.ts';
import { Notice } from './notice.tsx';
import formStyles from '../actions/form.module.css';

export function NotFound() {
  const me = useMe();
  const { mutate, error, isPending } = useMutation({
    mutationFn: switchOrganization,
    onSuccess: () => window.location.reload(),
  });
  const others = me?.organizations.filter(({ id }) => id !== me.organization.id) ?? [];
  return (
    <>
      <PageHead title="Not found">Not found</PageHead>
      <p>
        Page not found, or you do not have access. <Link to="/services">Show all services</Link>
      </p>
      {me !== undefined && others.length > 0 && (
        <div className={formStyles.form}>
          <p>
            You are in <UntrustedText text={me.organization.name} charactersMax={40} />. If the link is for another
            organization, switch to it:
          </p>
          {error !== null && <Problem error={error} />}
          <div className={formStyles.buttons}>
            {others.slice(0, SHOWN_MAX).map(({ id, name }) => (
              <Button key={id} variant="default" disabled={isPending} onClick={() => mutate(id)}>
                <UntrustedText text={name} charactersMax={40} />
              </Button>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

/** The menu in the header lists all of them. */
const SHOWN_MAX = 10;

/**
 * Shown when a page cannot be rendered, or its code cannot be loaded, for instance after an upgrade of Assay. The frame stays.
 */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <>
      <PageHead title="Page error">This page could not be loaded</PageHead>
      {error instanceof ApiFailure ? (
        <Problem error={error} />
      ) : (
        <Notice kind="bad" urgent>
          Unexpected error{error instanceof Error && `: ${error.message}`}. No data was changed.
        </Notice>
      )}
      <Button variant="default" mt="md" onClick={() => window.location.reload()}>
        Reload page
      </Button>
    </>
  );
}
