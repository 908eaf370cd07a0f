/** Dialog to decide about one or many findings: action, reason, scope, expiry, and a preview of the effect. */
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import type { WireActiveDecision } from '../../../src/api/contract/findings/relevance.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { isStatus } from '../../api/api-client.ts';
import { decide, decisionPreview, type DecisionInput, type DecisionTarget } from './decision-queries.ts';
import {
  describeReach,
  DECIDED_STATE_LABELS,
  type Action,
  ACTION_NOTES,
  ACTION_LABELS,
  JUSTIFICATION_LABELS,
  RESPONSE_LABELS,
  SCOPE_LABELS,
  type Justification,
  type Response,
  type Scope,
} from '../../text/findings/decision-text.ts';
import {
  firstDraft,
  listMissing,
  toDecisionInput,
  allowedDays,
  toNeeds,
  withAction,
  type DecisionDraft,
} from './decision-draft.ts';
import formStyles from '../../parts/actions/form.module.css';
import styles from './decision.module.css';
import { useShowOutcome } from './last-decision.tsx';
import { usePermission } from '../../session/session.ts';

interface DecideDialogProps {
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

const PAUSE_MS = 350;

/** Previews a decision while it is filled in, and saves it: exactly as previewed, or not at all if another change came first. */
function useDecide(target: DecisionTarget, input: DecisionInput | undefined, onDone: () => void) {
  const queryClient = useQueryClient();
  const show = useShowOutcome();
  const previewed = usePaused(input);
  const preview = useQuery(decisionPreview(target, previewed));
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (wanted: DecisionInput) => {
      // Submitted before the preview was loaded: load it first.
      const { etag } =
        preview.data !== undefined && previewed === wanted && !preview.isFetching
          ? preview.data
          : await queryClient.fetchQuery(decisionPreview(target, wanted));
      return await decide(target, wanted, etag);
    },
    onSuccess: async (outcome) => {
      const shown = show(outcome);
      onDone();
      await shown;
    },
    onError: async (failure) => {
      if (!isStatus(failure, 412)) return;
      await queryClient.invalidateQueries({ queryKey: ['finding'] });
      await preview.refetch();
    },
  });
  return {
    preview: previewed === input ? preview.data?.body : undefined,
    refusal: previewed === input ? preview.error : null,
    send: () => {
      if (input !== undefined) mutate(input);
    },
    isOvertaken: isStatus(error, 412),
    error: isStatus(error, 412) ? null : error,
    isPending,
  };
}

/** Delays the value until typing pauses. */
function usePaused<Value>(value: Value): Value {
  const key = JSON.stringify(value);
  const [paused, setPaused] = useState({ key, value });
  useEffect(() => {
    const timer = setTimeout(() => setPaused({ key, value }), PAUSE_MS);
    return () => clearTimeout(timer);
    // The key stands for the value, which is a new object on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  return paused.key === key ? value : paused.value;
}

interface DecisionFieldsProps {
  readonly draft: DecisionDraft;
  readonly actions: readonly Action[];
  readonly missing: ReturnType<typeof listMissing>;
  readonly onChange: (draft: DecisionDraft) => void;
}

/** Only fields that apply to the action are shown; required ones say so if left empty. */
function DecisionFields({ draft, actions, missing, onChange }: DecisionFieldsProps) {
  const nowMs = useNow();
  const isAdmin = usePermission('settings:write').isAllowed;
  const needs = toNeeds(draft);
  const set = (changes: Partial<DecisionDraft>): void => onChange({ ...draft, ...changes });
  return (
    <>
      <NativeSelect
        label="Decision"
        description={ACTION_NOTES[draft.action]}
        value={draft.action}
        data={actions.map((value) => ({ value, label: ACTION_LABELS[value] }))}
        onChange={(event) => onChange(withAction(draft, event.currentTarget.value as Action, nowMs))}
      />
      {needs.justification && (
        <NativeSelect
          label="Justification"
          value={draft.justification ?? ''}
          error={missing.includes('justification') && 'Choose a justification.'}
          data={[{ value: '', label: 'Choose' }, ...toOptions(JUSTIFICATION_LABELS)]}
          onChange={(event) => set({ justification: (event.currentTarget.value || undefined) as Justification })}
        />
      )}
      <Textarea
        label={needs.detail ? 'Reason' : 'Reason (optional)'}
        description="Explain the decision, with links if useful."
        value={draft.detail}
        maxLength={4_096}
        error={missing.includes('detail') && 'Enter a reason.'}
        autosize
        minRows={2}
        maxRows={8}
        onChange={(event) => set({ detail: event.currentTarget.value })}
      />
      <div className={formStyles.pair}>
        <NativeSelect
          label="Scope"
          value={draft.scope}
          disabled={needs.isOfVersion}
          description={draft.scope === 'version' ? undefined : 'Applies to current and later versions.'}
          data={toOptions(SCOPE_LABELS).filter(({ value }) => isAdmin || value !== 'organization')}
          onChange={(event) => set({ scope: event.currentTarget.value as Scope })}
        />
        <TextInput
          type="date"
          label={needs.expiry ? 'Expires' : 'Expires (optional)'}
          {...allowedDays(nowMs)}
          value={draft.expiresOn}
          error={missing.includes('expiresOn') && 'Enter an expiry date within one year.'}
          onChange={(event) => set({ expiresOn: event.currentTarget.value })}
        />
      </div>
      <details className={styles.more}>
        <summary>More options</summary>
        <div className={formStyles.form}>
          <fieldset className={styles.group}>
            <legend>Response</legend>
            {RESPONSES.map((value) => (
              <label key={value} className={styles.choice}>
                <input
                  type="checkbox"
                  checked={draft.response.includes(value)}
                  onChange={() => set({ response: toggle(draft.response, value) })}
                />
                {RESPONSE_LABELS[value]}
              </label>
            ))}
          </fieldset>
          <TextInput
            label="Images"
            description="A pattern such as registry.example.com/team/*. Leave empty for all images."
            value={draft.imagePattern}
            onChange={(event) => set({ imagePattern: event.currentTarget.value })}
          />
        </div>
      </details>
    </>
  );
}

/** "Will not fix" is the separate action to accept the risk. */
const RESPONSES = (Object.keys(RESPONSE_LABELS) as Response[]).filter((each) => each !== 'will_not_fix');

function toggle(values: readonly Response[], value: Response): readonly Response[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

function toOptions(labels: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
