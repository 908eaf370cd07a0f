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
  const wish = toDecisionInput(draft);
  const { preview, refusal, send, isOvertaken, error, isPending } = useDecide(target, wish, () => {
    onClose();
    onDone?.();
  });
  const [isAsked, setAsked] = useState(false);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    send();
  };
  const problem = error ?? refusal;
  return (
    <Dialog title={target.kind === 'one' ? 'Decide' : 'Decide about several findings'} onClose={onClose}>
      <form onSubmit={onSubmit} className={formStyles.form} noValidate>
        <p>{subject}</p>
        <DecisionFields
          draft={draft}
          actions={actions}
          missing={isAsked ? listMissing(draft) : []}
          onChange={setDraft}
        />
        {isOvertaken && <ConflictNotice standing={standing} />}
        <p className={styles.preview} aria-live="polite">
          {preview === undefined ? toPreviewText(wish !== undefined, problem !== null) : describeReach(preview)}
        </p>
        {problem !== null && <Problem error={problem} />}
        <div className={formStyles.buttons}>
          <Button type="submit" loading={isPending}>
            {isOvertaken ? 'Decide all the same' : 'Decide'}
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
  if (!isComplete) return 'Fill in what is needed to see what it would change.';
  return hasProblem ? 'It cannot be done like this.' : 'Finding out what it would change…';
}

/** Another user decided first: their decision is shown next to the draft, and nothing was written. */
function ConflictNotice({ standing }: { readonly standing: WireActiveDecision | null }) {
  return (
    <Notice kind="doubtful" urgent>
      Something has changed since this was shown, so nothing was written.{' '}
      {standing !== null && (
        <>
          <UntrustedText text={standing.by} charactersMax={80} /> says:{' '}
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
      Your draft is still here: look at it again, then decide.
    </Notice>
  );
}
