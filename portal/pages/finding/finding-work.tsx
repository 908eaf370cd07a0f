/** Assignee, due date and issue of a finding, for all versions of its service. Each field is saved when it changes. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { WireFindingWork } from '../../../src/api/contract/findings/work.ts';
import type { WireFindingDetails } from '../../../src/api/contract/history/history.ts';
import { CopyButton } from '../../parts/actions/copy-button.tsx';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { useMe, usePermission } from '../../session/session.ts';
import { toDueText } from '../../text/findings/finding-text.ts';
import { findWebAddress } from '../../text/untrusted/web-address.ts';
import { memberList } from '../settings/members/member-queries.ts';
import styles from './finding-drawer.module.css';
import { toFindingMarkdown } from './finding-markdown.ts';
import { toFindingLink } from './finding-queries.ts';
import { useChangeWork, type WorkChange } from './work-queries.ts';

export function FindingWork({ finding }: { readonly finding: WireFindingDetails }) {
  const { id, work } = finding;
  const { isAllowed } = usePermission('triage');
  const { mutate, error, isPending } = useChangeWork(id);
  return (
    <>
      {work?.formerAssignee && (
        <Notice kind="doubtful">
          Unassigned: <UntrustedText text={work.formerAssignee} charactersMax={80} /> was removed from the organization.
        </Notice>
      )}
      {isAllowed ? (
        <WorkFields work={work} isPending={isPending} onChange={mutate} />
      ) : (
        <p>
          {work?.assignee ? <UntrustedText text={work.assignee.name} charactersMax={80} /> : 'Not assigned'}
          {work?.dueOn && `, due ${work.dueOn}`}
        </p>
      )}
      <IssueLink key={work?.issueUrl ?? ''} url={work?.issueUrl ?? null} onChange={(issueUrl) => mutate({ issueUrl })}>
        <CopyButton text={toFindingMarkdown(finding, finding, toFindingLink(id))} label="Copy as Markdown">
          Copy as Markdown
        </CopyButton>
      </IssueLink>
      {work?.assignedAt && work.assignedBy !== null && (
        <p className={styles.muted}>
          Last changed by <UntrustedText text={work.assignedBy} charactersMax={80} />, <Age instant={work.assignedAt} />
          . Applies to all versions.
        </p>
      )}
      {error !== null && <Problem error={error} />}
    </>
  );
}

interface WorkFieldsProps {
  readonly work: WireFindingWork | null;
  readonly isPending: boolean;
  readonly onChange: (change: WorkChange) => void;
}

function WorkFields({ work, isPending, onChange }: WorkFieldsProps) {
  const me = useMe()?.person ?? null;
  const nowMs = useNow();
  const members = useQuery(memberList()).data?.items ?? [];
  const assignee = work?.assignee ?? null;
  const options = members.map(({ personId, name, email }) => ({ value: personId, label: name || email }));
  if (assignee !== null && !options.some(({ value }) => value === assignee.id))
    options.push({ value: assignee.id, label: assignee.name });
  const due = toDueText(work?.dueOn ?? null, nowMs);
  return (
    <div className={styles.work}>
      <NativeSelect
        label="Assignee"
        size="xs"
        value={assignee?.id ?? ''}
        disabled={isPending}
        data={[{ value: '', label: 'Not assigned' }, ...options]}
        onChange={(event) => onChange({ assigneeId: event.currentTarget.value || null })}
      />
      <TextInput
        key={work?.dueOn ?? ''}
        type="date"
        size="xs"
        label={`Assignment ${due ?? 'due'}`}
        max="9999-12-31"
        defaultValue={work?.dueOn ?? ''}
        onBlur={(event) => {
          const dueOn = event.currentTarget.value || null;
          if (dueOn !== (work?.dueOn ?? null)) onChange({ dueOn });
        }}
      />
      {me !== null && assignee?.id !== me.id && (
        <GuardedButton scope="triage" loading={isPending} onClick={() => onChange({ assigneeId: me.id })}>
          Assign to me
        </GuardedButton>
      )}
    </div>
  );
}

/** The limit of the API. */
const URL_CHARACTERS_MAX = 2_048;

interface IssueLinkProps {
  readonly url: string | null;
  readonly onChange: (url: string | null) => void;
  /** Next to the link. */
  readonly children: ReactNode;
}

function IssueLink({ url, onChange, children }: IssueLinkProps) {
  const [draft, setDraft] = useState<string>();
  const address = url === null ? undefined : findWebAddress([url]);
  if (draft === undefined) {
    return (
      <p className={styles.facts}>
        {url !== null && (
          <span>
            Issue:{' '}
            {address === undefined ? (
              <UntrustedText text={url} charactersMax={80} />
            ) : (
              <a href={address.href} target="_blank" rel="noopener nofollow">
                <UntrustedText text={address.href} charactersMax={80} />
              </a>
            )}
          </span>
        )}
        <GuardedButton scope="triage" onClick={() => setDraft(url ?? '')}>
          {url === null ? 'Link issue' : 'Change link'}
        </GuardedButton>
        {children}
      </p>
    );
  }
  const save = (): void => onChange(draft.trim() || null);
  return (
    <div className={styles.work}>
      <TextInput
        size="xs"
        label="Issue URL"
        placeholder="https://"
        // The user asked for this field.
        data-autofocus
        ref={(input) => input?.focus()}
        maxLength={URL_CHARACTERS_MAX}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
        }}
      />
      <GuardedButton scope="triage" onClick={save}>
        Save link
      </GuardedButton>
      <GuardedButton scope="triage" onClick={() => setDraft(undefined)}>
        Cancel
      </GuardedButton>
    </div>
  );
}
