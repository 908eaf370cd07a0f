/** Creates or edits a notification rule. */
import { Button, MultiSelect, Radio, Select, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { WireNotification } from '../../../../src/api/contract/notifications.ts';
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_EVENTS,
  type EventType,
  type NotificationChannel,
  type NotificationTiming,
} from '../../../../src/core/vocabulary/event.ts';
import { BANDS, type Band } from '../../../../src/core/vocabulary/priority.ts';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { fieldText } from '../../../parts/actions/form-field.ts';
import { passwordResetMethods } from '../../../queries/account/password-reset-methods.ts';
import { serviceList } from '../../../queries/services/services.ts';
import { EventTypes } from '../webhooks/event-types.tsx';
import { notificationList, saveNotification, type NotificationInput } from './notification-queries.ts';
import { CHANNEL_LABELS, describePriority, isDefault, toHour } from './notification-text.ts';
import formStyles from '../../../parts/actions/form.module.css';
import styles from '../settings.module.css';

interface NotificationDialogProps {
  /** Undefined: a new rule. */
  readonly rule: WireNotification | undefined;
  readonly onClose: () => void;
}

export function NotificationDialog({ rule, onClose }: NotificationDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (input: NotificationInput) => await saveNotification(rule?.id, input),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: notificationList().queryKey });
      onClose();
    },
  });
  return (
    <Dialog title={rule === undefined ? 'Add notification rule' : 'Edit notification rule'} onClose={onClose}>
      <NotificationForm rule={rule} isPending={isPending} onSave={mutate} />
      {error !== null && <Problem error={error} />}
    </Dialog>
  );
}

interface NotificationFormProps {
  readonly rule: WireNotification | undefined;
  readonly isPending: boolean;
  readonly onSave: (input: NotificationInput) => void;
}

function NotificationForm({ rule, isPending, onSave }: NotificationFormProps) {
  const [channel, setChannel] = useState<NotificationChannel>(rule?.channel ?? 'slack');
  const [choice, setChoice] = useState(rule === undefined || isDefault(rule.events) ? 'default' : 'selected');
  const [selected, setSelected] = useState<readonly EventType[]>(rule?.events ?? NOTIFICATION_EVENTS);
  const [minPriority, setMinPriority] = useState<Band | null>(rule?.minPriority ?? null);
  const [services, setServices] = useState<string[]>(rule?.serviceIds ?? []);
  const [timing, setTiming] = useState<NotificationTiming>(rule?.timing ?? 'immediate');
  const [digestHour, setDigestHour] = useState(rule?.digestHour ?? DIGEST_HOUR_DEFAULT);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const tags = toList(fieldText(form, 'tags'));
    onSave({
      name: fieldText(form, 'name').trim(),
      ...(rule === undefined && { channel }),
      ...toReceiver(channel, form),
      events: choice === 'selected' ? selected : NOTIFICATION_EVENTS,
      services: services.length === 0 ? null : services,
      tags: tags.length === 0 ? null : tags,
      minPriority,
      timing,
      digestHour,
    });
  };
  return (
    <form onSubmit={onSubmit} className={formStyles.form}>
      <TextInput
        name="name"
        label="Name"
        description="Shown in each message."
        defaultValue={rule?.name}
        maxLength={200}
        required
        withAsterisk={false}
      />
      {rule === undefined && <ChannelField channel={channel} onChange={setChannel} />}
      <ReceiverField channel={channel} rule={rule} />
      <Radio.Group label="Events" value={choice} onChange={setChoice}>
        <div className={styles.section}>
          <Radio
            value="default"
            label="New risks and warnings"
            description="New, reintroduced and escalated findings, failed analyses, outdated data, quotas, tokens."
          />
          <Radio value="selected" label="Selected events" description="Choose each event type." />
        </div>
      </Radio.Group>
      {choice === 'selected' && <EventTypes selected={selected} onChange={setSelected} />}
      <div className={formStyles.pair}>
        <Select
          label="Minimum priority"
          description="Applies to findings."
          placeholder="All priorities"
          clearable
          comboboxProps={{ withinPortal: false }}
          data={BANDS.map((band) => ({ value: band, label: describePriority(band) }))}
          value={minPriority}
          onChange={(value) => setMinPriority(BANDS.find((band) => band === value) ?? null)}
        />
        <TextInput
          name="tags"
          label="Tags"
          description="Of versions, separated by commas."
          placeholder="All tags"
          defaultValue={rule?.tags?.join(', ')}
        />
      </div>
      <ServicesField services={services} onChange={setServices} />
      <div className={formStyles.pair}>
        <Select
          label="Send"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={[
            { value: 'immediate', label: 'Immediately' },
            { value: 'daily', label: 'Daily digest' },
          ]}
          value={timing}
          onChange={(value) => setTiming(value === 'daily' ? 'daily' : 'immediate')}
        />
        {timing === 'daily' && (
          <Select
            label="Time"
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={HOURS.map((hour) => ({ value: String(hour), label: toHour(hour) }))}
            value={String(digestHour)}
            onChange={(value) => setDigestHour(Number(value))}
          />
        )}
      </div>
      <Button type="submit" loading={isPending} disabled={choice === 'selected' && selected.length === 0}>
        {rule === undefined ? 'Add rule' : 'Save'}
      </Button>
    </form>
  );
}

const DIGEST_HOUR_DEFAULT = 7;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface ChannelFieldProps {
  readonly channel: NotificationChannel;
  readonly onChange: (channel: NotificationChannel) => void;
}

function ChannelField({ channel, onChange }: ChannelFieldProps) {
  const hasMail = useQuery(passwordResetMethods()).data?.byMail === true;
  return (
    <Radio.Group label="Channel" value={channel} onChange={(value) => onChange(value as NotificationChannel)}>
      <div className={styles.section}>
        {NOTIFICATION_CHANNELS.map((each) => (
          <Radio
            key={each}
            value={each}
            label={CHANNEL_LABELS[each]}
            disabled={each === 'email' && !hasMail}
            description={each === 'email' && !hasMail ? 'E-mail is not configured on this server.' : undefined}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

interface ReceiverFieldProps {
  readonly channel: NotificationChannel;
  readonly rule: WireNotification | undefined;
}

function ReceiverField({ channel, rule }: ReceiverFieldProps) {
  if (channel === 'email')
    return (
      <Textarea
        name="recipients"
        label="Recipients"
        description="One e-mail address per line. Each message has a link to unsubscribe."
        defaultValue={rule?.recipients.map(({ address }) => address).join('\n')}
        autosize
        minRows={2}
        required
        withAsterisk={false}
      />
    );
  return (
    <TextInput
      name="url"
      type="url"
      label="Webhook URL"
      description={
        channel === 'slack'
          ? 'URL of an incoming webhook of Slack. It is stored encrypted and not shown again.'
          : 'URL of a Teams workflow that posts webhook requests. It is stored encrypted and not shown again.'
      }
      placeholder={rule === undefined ? 'https://' : `Unchanged: ${rule.url}`}
      required={rule === undefined}
      withAsterisk={false}
    />
  );
}

interface ServicesFieldProps {
  readonly services: string[];
  readonly onChange: (services: string[]) => void;
}

function ServicesField({ services, onChange }: ServicesFieldProps) {
  const known = useQuery(serviceList({})).data?.items ?? [];
  const names = new Map(known.map(({ id, name }) => [id, name]));
  // A service beyond the first page of the list is shown by its id.
  const data = [...new Set([...names.keys(), ...services])].map((id) => ({ value: id, label: names.get(id) ?? id }));
  return (
    <MultiSelect
      label="Services"
      description="Leave empty for all services."
      searchable
      comboboxProps={{ withinPortal: false }}
      data={data}
      value={services}
      onChange={onChange}
    />
  );
}

/** An empty address of a rule that exists stays the same. */
function toReceiver(channel: NotificationChannel, form: FormData): Pick<NotificationInput, 'url' | 'recipients'> {
  if (channel === 'email') return { recipients: toList(fieldText(form, 'recipients')) };
  const url = fieldText(form, 'url').trim();
  return url === '' ? {} : { url };
}

const SEPARATORS = /[\n,;]/;

function toList(text: string): string[] {
  return text
    .split(SEPARATORS)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
