/** Dialog to decide about one or many findings: action, reason, scope, expiry, and a preview of the effect. */
import { Button } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { WireActiveDecision } from '../../../src/api/contract/findings/relevance.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import type { DecisionTarget } from './decision-queries.ts';
import { describeReach, DECIDED_STATE_LABELS, type Action } from '../../text/findings/decision-text.ts';
import { DecisionFields } from './decision-fields.tsx';
import { firstDraft, listMissing, toDecisionInput } from './decision-draft.ts';
import formStyles from '../../parts/actions/form.module.css';
import styles from './decision.module.css';
import { useDecide } from './use-decide.ts';

export interface DecideDialogProps {
  readonly target: DecisionTarget;
  /** Subject of the decision, as text. */
  readonly subject: ReactNode;
  readonly action: Action;
  /** Actions to choose from. */
  readonly actions: readonly Action[];
  /** The current decision about the finding. */
  readonly standing?: WireActiveDecision | null;
  readonly onClose: () => void;
  /** Called after the decision was saved. */
  readonly onDone?: () => void;
}

export function DecideDialog(props: DecideDialogProps) {
  const { target, subject, action, actions, standing = null, onClose, onDone } = props;
  const nowMs = useNow();
  const [draft, setDraft] = useState(() => firstDraft(action, nowMs));
  const input = toDecisionInput(draft);
  const { preview, refusal, send, isOvertaken, error, isPending } = useDecide(target, input, () => {
    onClose();
    onDone?.();
  });
  const [isSubmitted, setSubmitted] = useState(false);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSubmitted(true);
    send();
  };
  const problem = error ?? refusal;
  return (
    <Dialog title={target.kind === 'one' ? 'Decide' : 'Decide on findings'} onClose={onClose}>
      <form onSubmit={onSubmit} className={formStyles.form} noValidate>
        <p>{subject}</p>
        <DecisionFields
          draft={draft}
          actions={actions}
          missing={isSubmitted ? listMissing(draft) : []}
          onChange={setDraft}
        />
        {isOvertaken && <ConflictNotice standing={standing} />}
        <p className={styles.preview} aria-live="polite">
          {preview === undefined ? toPreviewText(input !== undefined, problem !== null) : describeReach(preview)}
        </p>
        {problem !== null && <Problem error={problem} />}
        <div className={formStyles.buttons}>
          <Button type="submit" loading={isPending}>
            {isOvertaken ? 'Decide anyway' : 'Decide'}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function toPreviewText(isComplete: boolean, hasProblem: boolean): string {
  if (!isComplete) return 'Complete the required fields to see the effect.';
  return hasProblem ? 'The decision is not valid.' : 'Loading preview…';
}

/** Another user decided first: their decision is shown next to the draft, and nothing was written. */
function ConflictNotice({ standing }: { readonly standing: WireActiveDecision | null }) {
  return (
    <Notice kind="doubtful" urgent>
      The finding has changed in the meantime. Nothing was saved.{' '}
      {standing !== null && (
        <>
          <UntrustedText text={standing.by} charactersMax={80} /> decided:{' '}
          <b>{standing.state === null ? 'no state' : DECIDED_STATE_LABELS[standing.state]}</b>
          {standing.detail !== '' && (
            <>
              , “
              <UntrustedText text={standing.detail} charactersMax={400} />”
            </>
          )}
          .{' '}
        </>
      )}
      Review your draft and decide again.
    </Notice>
  );
}
