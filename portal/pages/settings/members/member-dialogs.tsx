/**
 * Dialogs of a member: remove, demote, and reset the password. The first two list the tokens that are affected, and offer to take
 * them over.
 */
import { Button, Radio } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { TokenHandling } from '../../../../src/core/vocabulary/access.ts';
import type { WireMember } from '../../../../src/api/contract/organization/member.ts';
import type { WireToken } from '../../../../src/api/contract/organization/token.ts';
import { ConfirmByName } from '../../../parts/dialogs/confirm-by-name.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { LoadingOrProblem } from '../../../parts/feedback/loading.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { changeRole, memberTokens, removeMember, createResetLink } from './member-queries.ts';
import type { Role } from '../../../queries/account/me.ts';
import { ROLE_LABELS } from '../../../session/session.ts';
import { describeScopes } from '../tokens/token-text.ts';
import { CommandBlock } from '../../../parts/actions/command-block.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import formStyles from '../../../parts/actions/form.module.css';
import styles from '../settings.module.css';

interface RemovalDialogProps {
  readonly member: WireMember;
  readonly isOwn: boolean;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

export function RemovalDialog({ member, isOwn, onDone, onClose }: RemovalDialogProps) {
  const { data: tokens, error } = useQuery(memberTokens(member.personId));
  const [handling, setHandling] = useState<TokenHandling>('revoke');
  return (
    <ConfirmByName
      title={isOwn ? 'Leave organization' : 'Remove member'}
      name={member.email}
      action={isOwn ? 'Leave organization' : 'Remove member'}
      isReady={tokens !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        await removeMember(member.personId, handling);
        await onDone();
      }}
    >
      <p>
        {isOwn
          ? 'You lose access to this organization immediately. You need an invitation to return.'
          : 'The member loses access immediately. Past changes stay in the audit log. You can invite the member again.'}
      </p>
      <LoadingOrProblem data={tokens} error={error} rows={1} />
      {tokens !== undefined && (
        <AffectedTokens tokens={tokens} handling={handling} onHandling={isOwn ? undefined : setHandling}>
          {isOwn ? 'Your tokens are revoked:' : 'Tokens of this member:'}
        </AffectedTokens>
      )}
    </ConfirmByName>
  );
}

export interface RoleChange {
  readonly member: WireMember;
  readonly role: Role;
  /** Tokens whose permissions exceed the new role. */
  readonly tokens: readonly WireToken[];
}

interface DemotionDialogProps {
  readonly change: RoleChange;
  readonly isOwn: boolean;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

export function DemotionDialog({ change: { member, role, tokens }, isOwn, onDone, onClose }: DemotionDialogProps) {
  const [handling, setHandling] = useState<TokenHandling>('revoke');
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      await changeRole(member.personId, role, handling);
      await onDone();
    },
    onSuccess: onClose,
  });
  return (
    <Dialog title="Change role" onClose={onClose}>
      <div className={formStyles.form}>
        <p>
          <UntrustedText text={member.name === '' ? member.email : member.name} /> becomes{' '}
          {ROLE_LABELS[role].toLowerCase()}.
        </p>
        <AffectedTokens tokens={tokens} handling={handling} onHandling={isOwn ? undefined : setHandling}>
          Tokens that exceed the new role:
        </AffectedTokens>
        {error !== null && <Problem error={error} />}
        <div className={formStyles.buttons}>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            Change role
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface AffectedTokensProps {
  readonly tokens: readonly WireToken[];
  readonly handling: TokenHandling;
  /** Undefined if they can only be revoked. */
  readonly onHandling: ((handling: TokenHandling) => void) | undefined;
  /** Above the list. */
  readonly children: ReactNode;
}

function AffectedTokens({ tokens, handling, onHandling, children }: AffectedTokensProps) {
  if (tokens.length === 0) return null;
  return (
    <div className={styles.affected}>
      <p>{children}</p>
      <ul aria-label="Tokens">
        {tokens.map((token) => (
          <li key={token.id}>
            <UntrustedText text={token.name} charactersMax={60} />
            <span className={styles.small}>
              {describeScopes(token.scopes)}; {token.lastUsedAt === null ? 'never used' : `last used ${toDay(token)}`}
            </span>
          </li>
        ))}
      </ul>
      {onHandling !== undefined && (
        <Radio.Group
          label="Token handling"
          value={handling}
          onChange={(value) => onHandling(value === 'keep' ? 'keep' : 'revoke')}
        >
          <Radio value="revoke" label="Revoke" description="Requests with these tokens are rejected." mt="xs" />
          <Radio value="keep" label="Transfer to me" description="They keep working and belong to you." mt="xs" />
        </Radio.Group>
      )}
    </div>
  );
}

function toDay({ lastUsedAt }: WireToken): string {
  return lastUsedAt?.slice(0, 10) ?? '';
}

/** Creates a password reset link for a member. It is shown once, and the administrator passes it on. */
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
