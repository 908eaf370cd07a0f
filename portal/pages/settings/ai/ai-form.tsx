/** Form for the AI settings. Nothing is stored before it is saved, and the key is never shown again. */
import { Button, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { WireAiSettings, AiChange } from '../../../../src/api/contract/ai.ts';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { Section } from '../../../parts/layout/section.tsx';
import { aiSettings, changeAi } from '../../../queries/organization/ai.ts';
import { usePermission } from '../../../session/session.ts';
import { toAiDraft, toAiSettingsInput, type AiDraft, type AiFieldsProps } from './ai-draft.ts';
import { findAiErrors, keepUnchanged, placeAiErrors } from './ai-errors.ts';
import { BudgetFields, ProviderFields, SharingFields, LimitFields } from './ai-fields.tsx';
import settingsStyles from '../settings.module.css';
import styles from './ai.module.css';

interface AiFormProps {
  readonly settings: WireAiSettings;
  /** Starts with AI switched on, which is not saved yet. */
  readonly startsEnabled: boolean;
  /** Saved or discarded. */
  readonly onDone: () => void;
}

/** Changes stay with the settings that they were made to, and only they are sent. */
interface Edit {
  readonly draft: AiDraft;
  readonly settings: WireAiSettings;
}

export function AiForm({ settings: stored, startsEnabled, onDone }: AiFormProps) {
  const { isAllowed, reason } = usePermission('settings:write');
  const [edit, setEdit] = useState<Edit | undefined>(() =>
    startsEnabled && isAllowed ? { draft: { ...toAiDraft(stored), enabled: true }, settings: stored } : undefined,
  );
  const { draft, settings } = edit ?? { draft: toAiDraft(stored), settings: stored };
  const [sent, setSent] = useState(draft);
  const form = useRef<HTMLFormElement>(null);
  const finish = (): void => {
    setEdit(undefined);
    onDone();
  };
  const { mutate, error, isPending } = useSave(finish);
  const input = toAiSettingsInput(draft, settings);
  const rejected = placeAiErrors(error, sent);
  const known = findAiErrors(draft, settings);
  const fields: AiFieldsProps = {
    draft,
    settings,
    isReadOnly: !isAllowed,
    errors: { ...keepUnchanged(rejected, sent, draft), ...known },
    onChange: (change) => {
      const changed = { ...draft, ...change };
      setEdit(toAiSettingsInput(changed, settings) === undefined ? undefined : { draft: changed, settings });
    },
  };
  useEffect(() => {
    if (error !== null) focusFirstError(form.current);
  }, [error]);
  const save = (): void => {
    if (input === undefined) return;
    if (Object.keys(known).length > 0) {
      focusFirstError(form.current);
      return;
    }
    setSent(draft);
    mutate(input);
  };
  return (
    <form
      ref={form}
      className={settingsStyles.sections}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {reason !== undefined && <Notice kind="neutral">Read-only. {reason}</Notice>}
      <Switch
        checked={draft.enabled}
        disabled={!isAllowed}
        onChange={(event) => fields.onChange({ enabled: event.currentTarget.checked })}
        label="AI assessment"
        description={
          draft.enabled
            ? 'Runs after every analysis, for all services that are not excluded.'
            : 'Off: no model is used, and security profiles do not mark findings as not relevant.'
        }
      />
      <Section title="Provider">
        <ProviderFields {...fields} />
      </Section>
      <Section title="Data sharing and effects">
        <SharingFields {...fields} />
      </Section>
      <Section title="Budget">
        <BudgetFields {...fields} />
      </Section>
      <details className={styles.more}>
        <summary>Thresholds and limits</summary>
        <LimitFields {...fields} />
      </details>
      {error !== null && Object.keys(rejected).length === 0 && <Problem error={error} />}
      {input !== undefined && (
        <section className={styles.bar} aria-label="Changes">
          <b>{Object.keys(fields.errors).length === 0 ? 'Unsaved changes' : 'Not saved: fix the errors above'}</b>
          <Button type="submit" loading={isPending} disabled={!isAllowed}>
            Save
          </Button>
          <Button variant="default" onClick={finish}>
            Discard
          </Button>
        </section>
      )}
    </form>
  );
}

/** Focuses the first field with an error, so that the message is read with it. The field may be in a collapsed section. */
function focusFirstError(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.closest('details')?.setAttribute('open', '');
  // The message is below the field, and the bar at the edge of the window would hide it.
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

function useSave(onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: AiChange) => await changeAi(input),
    onSuccess: async (saved) => {
      queryClient.setQueryData(aiSettings().queryKey, saved);
      // The preview depends on the settings.
      await queryClient.invalidateQueries({ queryKey: ['ai'] });
      onDone();
    },
  });
}
