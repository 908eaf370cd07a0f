/** Fields of a decision. Only fields that apply to the action are shown; required ones say so if left empty. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useNow } from '../../parts/values/use-now.ts';
import { usePermission } from '../../session/session.ts';
import {
  ACTION_NOTES,
  ACTION_LABELS,
  JUSTIFICATION_LABELS,
  RESPONSE_LABELS,
  SCOPE_LABELS,
  type Action,
  type Justification,
  type Response,
  type Scope,
} from '../../text/findings/decision-text.ts';
import {
  allowedDays,
  DETAIL_CHARACTERS_MAX,
  toNeeds,
  withAction,
  type DecisionDraft,
  type listMissing,
} from './decision-draft.ts';
import formStyles from '../../parts/actions/form.module.css';
import styles from './decision.module.css';

export interface DecisionFieldsProps {
  readonly draft: DecisionDraft;
  readonly actions: readonly Action[];
  readonly missing: ReturnType<typeof listMissing>;
  readonly onChange: (draft: DecisionDraft) => void;
}

export function DecisionFields({ draft, actions, missing, onChange }: DecisionFieldsProps) {
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
        maxLength={DETAIL_CHARACTERS_MAX}
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
