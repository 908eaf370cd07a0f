/** Creates a password reset link for a member. It is shown once, and the administrator passes it on. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { WireMember } from '../../../../src/api/contract/organization/member.ts';
import { CommandBlock } from '../../../parts/actions/command-block.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { createResetLink } from './member-queries.ts';
import formStyles from '../../../parts/actions/form.module.css';
import styles from '../settings.module.css';

export function ResetLinkDialog({ member, onClose }: { readonly member: WireMember; readonly onClose: () => void }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => await createResetLink(member.personId),
  });
  return (
    <Dialog title="Reset password" onClose={onClose} isFirm={data !== undefined}>
      <div className={styles.section}>
        {data === undefined ? (
          <>
            <p>
              <UntrustedText text={member.email} /> sets a new password with a link that you share. The current password
              works until then.
            </p>
            {error !== null && <Problem error={error} />}
            <div className={formStyles.buttons}>
              <Button loading={isPending} onClick={() => mutate()}>
                Create link
              </Button>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
            </div>
          </>
        ) : (
          <>
            <Notice kind="doubtful">
              The link is shown only once. It can be used once and expires in one hour. Send it over a private channel.
            </Notice>
            <CommandBlock label="Reset link" text={`${window.location.origin}${data.path}`} />
            <Button onClick={onClose}>Done</Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
