/** Comments on a finding: plain text, oldest first. Authors and admins can delete them. */
import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireComment } from '../../../src/api/contract/findings/work.ts';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { useMe, usePermission } from '../../session/session.ts';
import linkStyles from '../../parts/actions/link-button.module.css';
import decisionStyles from '../decision/decision.module.css';
import styles from './finding-drawer.module.css';
import { commentList, useAddComment, useDeleteComment } from './work-queries.ts';

/** The limit of the API. */
const CHARACTERS_MAX = 4_096;

export function FindingComments({ findingId }: { readonly findingId: string }) {
  const { data, error } = useQuery(commentList(findingId));
  const remove = useDeleteComment(findingId);
  const myId = useMe()?.person?.id;
  const isAdmin = usePermission('settings:write').isAllowed;
  return (
    <>
      <LoadingOrProblem data={data} error={error} rows={1} />
      {data !== undefined && data.items.length > 0 && (
        <ul className={decisionStyles.reasons}>
          {data.items.map((comment) => (
            <Comment
              key={comment.id}
              comment={comment}
              onDelete={
                isAdmin || (comment.author.kind === 'person' && comment.author.id === myId)
                  ? () => remove.mutate(comment.id)
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {remove.error !== null && <Problem error={remove.error} />}
      <NewComment findingId={findingId} />
    </>
  );
}

interface CommentProps {
  readonly comment: WireComment;
  readonly onDelete: (() => void) | undefined;
}

function Comment({ comment: { author, at, text }, onDelete }: CommentProps) {
  return (
    <li className={decisionStyles.reason}>
      <span className={decisionStyles.head}>
        <b>
          <UntrustedText text={author.name} charactersMax={80} />
        </b>
        <span className={decisionStyles.muted}>
          <Age instant={at} />
        </span>
        {onDelete !== undefined && (
          <button type="button" className={linkStyles.link} onClick={onDelete}>
            Delete
          </button>
        )}
      </span>
      {text.split('\n').map((line, index) => (
        // Lines are never reordered.
        <span key={`${index} ${line}`}>
          {line === '' ? <br /> : <UntrustedText text={line} charactersMax={CHARACTERS_MAX} />}
        </span>
      ))}
    </li>
  );
}

function NewComment({ findingId }: { readonly findingId: string }) {
  const [text, setText] = useState('');
  const { mutate, error, isPending } = useAddComment(findingId);
  const { isAllowed } = usePermission('triage');
  const send = (): void => {
    if (text.trim() !== '') mutate(text, { onSuccess: () => setText('') });
  };
  return (
    <>
      {isAllowed && (
        <Textarea
          aria-label="Comment"
          placeholder="Add a comment"
          value={text}
          maxLength={CHARACTERS_MAX}
          autosize
          minRows={1}
          maxRows={8}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          }}
        />
      )}
      <p className={styles.facts}>
        <GuardedButton
          scope="triage"
          loading={isPending}
          reason={text.trim() === '' ? 'Enter a text first.' : undefined}
          onClick={send}
        >
          Add comment
        </GuardedButton>
      </p>
      {error !== null && <Problem error={error} />}
    </>
  );
}
