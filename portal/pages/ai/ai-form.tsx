/** Edits the settings. Nothing is kept before it is saved, and the key is written and never shown again. */
import { Button, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '../../parts/notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { aiSettings, changeAi, type AiSettings, type AiWish } from '../../queries/ai.ts';
import { usePermission } from '../../session.ts';
import { needsKeyAgain, toAiDraft, toAiWish, type AiFieldsProps } from './ai-draft.ts';
import { BudgetFields } from './budget-fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { SharingFields } from './sharing-fields.tsx';
import settingsStyles from '../settings/settings.module.css';
import styles from './ai.module.css';

export function AiForm({ settings }: { readonly settings: AiSettings }) {
  const [draft, setDraft] = useState(() => toAiDraft(settings));
  const { isAllowed, reason } = usePermission('settings:write');
  const { mutate, error, isPending } = useSave();
  const wish = toAiWish(draft, settings);
  const fields: AiFieldsProps = {
    draft,
    settings,
    isReadOnly: !isAllowed,
    onChange: (change) => setDraft({ ...draft, ...change }),
  };
  return (
    <form
      className={settingsStyles.sections}
      onSubmit={(event) => {
        event.preventDefault();
        if (wish !== undefined) mutate(wish);
      }}
    >
      {reason !== undefined && <Notice kind="neutral">You can look at it. {reason}</Notice>}
      <Switch
        checked={draft.enabled}
        disabled={!isAllowed}
        onChange={(event) => fields.onChange({ enabled: event.currentTarget.checked })}
        label="Findings are read by a model"
        description={
          draft.enabled
            ? 'After every analysis, for services with a security profile that do not opt out.'
            : 'Off: no model is asked, and no field of a security profile filters a finding.'
        }
      />
      <Section title="Who is asked">
        <ProviderFields {...fields} />
      </Section>
      <Section title="What is shared, and what follows">
        <SharingFields {...fields} />
      </Section>
      <Section title="Budget">
        <BudgetFields {...fields} />
      </Section>
      <details className={styles.more}>
        <summary>Thresholds and limits</summary>
        <LimitFields {...fields} />
      </details>
      {needsKeyAgain(draft, settings) && (
        <Notice kind="doubtful">
          The stored key belongs to another address and is not sent to this one: enter it again.
        </Notice>
      )}
      {error !== null && <Problem error={error} />}
      {wish !== undefined && (
        <section className={styles.bar} aria-label="Changes">
          <b>Not saved yet</b>
          <Button type="submit" loading={isPending} disabled={!isAllowed}>
            Save
          </Button>
          <Button variant="default" onClick={() => setDraft(toAiDraft(settings))}>
            Discard
          </Button>
        </section>
      )}
    </form>
  );
}

function useSave() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (wish: AiWish) => await changeAi(wish),
    onSuccess: async (saved) => {
      queryClient.setQueryData(aiSettings().queryKey, saved);
      // What is sent depends on what is set.
      await queryClient.invalidateQueries({ queryKey: ['ai'] });
    },
  });
}
