/** Creates a webhook with URL and events, then shows its signing secret once. */
import { Button, Radio, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { DIGEST_EVENTS, FINDING_EVENTS, type EventType } from '../../../../src/core/vocabulary/event.ts';
import { CommandBlock } from '../../../parts/actions/command-block.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { EventTypes } from './event-types.tsx';
import { createWebhook, webhookList, type WebhookInput } from './webhook-queries.ts';
import { fieldText } from '../../../parts/actions/form-field.ts';
import formStyles from '../../../parts/actions/form.module.css';
import styles from '../settings.module.css';

const PRESETS = { digests: DIGEST_EVENTS, findings: [...DIGEST_EVENTS, ...FINDING_EVENTS] } as const;
type Choice = keyof typeof PRESETS | 'selected';

export function NewWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const [choice, setChoice] = useState<Choice>('digests');
  const [selected, setSelected] = useState<readonly EventType[]>(DIGEST_EVENTS);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (input: WebhookInput) => await createWebhook(input),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: webhookList().queryKey }),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    mutate({
      url: fieldText(form, 'url').trim(),
      description: fieldText(form, 'description').trim(),
      events: choice === 'selected' ? selected : PRESETS[choice],
    });
  };
  if (data !== undefined) return <WebhookSecret secret={data.secret} onClose={onClose} />;
  return (
    <Dialog title="Add webhook" onClose={onClose}>
      <form onSubmit={onSubmit} className={formStyles.form}>
        <TextInput
          name="url"
          type="url"
          label="URL"
          description="Must use https and be reachable from this server."
          placeholder="https://"
          required
          withAsterisk={false}
        />
        <TextInput name="description" label="Description" maxLength={200} />
        <Radio.Group label="Events" value={choice} onChange={(value) => setChoice(value as Choice)}>
          <div className={styles.section}>
            <Radio
              value="digests"
              label="Digests"
              description="One message per analysis, plus data and quota warnings."
            />
            <Radio
              value="findings"
              label="Digests and findings"
              description="Also one message per finding, which can be many after advisory updates."
            />
            <Radio value="selected" label="Selected events" description="Choose each event type." />
          </div>
        </Radio.Group>
        {choice === 'selected' && <EventTypes selected={selected} onChange={setSelected} />}
        <Button type="submit" loading={isPending} disabled={choice === 'selected' && selected.length === 0}>
          Add webhook
        </Button>
        {error !== null && <Problem error={error} />}
      </form>
    </Dialog>
  );
}

/** Only its button closes it, because the secret cannot be shown again. */
export function WebhookSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog title="Webhook secret" onClose={onClose} isFirm>
      <div className={styles.section}>
        <Notice kind="doubtful">
          The secret is shown only once. Receivers use it to verify signatures (Standard Webhooks, HMAC-SHA256).
        </Notice>
        <CommandBlock label="Secret" text={secret} />
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
