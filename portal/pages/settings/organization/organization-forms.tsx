/** Forms of the organization. Without permission, they show the same values and why they cannot be changed. */
import { Button, NumberInput, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { WireOrganization } from '../../../../src/api/contract/organization/organization.ts';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { me } from '../../../queries/account/me.ts';
import { changeOrganization, organization, type OrganizationInput } from './organization-queries.ts';
import { usePermission } from '../../../session/session.ts';
import formStyles from '../../../parts/actions/form.module.css';

export function NameForm({ name }: { readonly name: string }) {
  const { mutate, error, isPending, isSuccess } = useChange();
  const { isAllowed, reason } = usePermission('settings:write');
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get('name');
    mutate({ name: typeof value === 'string' ? value.trim() : '' });
  };
  return (
    <form onSubmit={onSubmit} className={formStyles.form}>
      <TextInput
        name="name"
        label="Organization name"
        description={reason ?? 'Shown in the header, in invitations and in reports.'}
        defaultValue={name}
        readOnly={!isAllowed}
        required
        withAsterisk={false}
        maxLength={200}
      />
      <Save isPending={isPending} isAllowed={isAllowed} />
      <SaveResult error={error} isSuccess={isSuccess} />
    </form>
  );
}

export function ServicesForm({ isOn }: { readonly isOn: boolean }) {
  const { mutate, error, isPending } = useChange();
  const { isAllowed, reason } = usePermission('settings:write');
  return (
    <div className={formStyles.form}>
      <Switch
        checked={isOn}
        disabled={!isAllowed || isPending}
        onChange={(event) => mutate({ autoCreateServices: event.currentTarget.checked })}
        label="Create services on upload"
        description={reason ?? 'Off: uploads for unknown services are rejected with SERVICE_UNKNOWN.'}
      />
      {error !== null && <Problem error={error} />}
    </div>
  );
}

interface RetentionDraft {
  readonly enabled: boolean;
  readonly versionsPerService: number | string;
  readonly days: number | string;
}

export function RetentionForm({ retention }: Pick<WireOrganization, 'retention'>) {
  const { mutate, error, isPending, isSuccess } = useChange();
  const { isAllowed, reason } = usePermission('settings:write');
  // Numbers stay text while edited, because an empty field is not 0.
  const [draft, setDraft] = useState<RetentionDraft>(retention);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { enabled, versionsPerService, days } = draft;
    mutate({ retention: { enabled, versionsPerService: Number(versionsPerService), days: Number(days) } });
  };
  return (
    <form onSubmit={onSubmit} className={formStyles.form}>
      <Switch
        checked={draft.enabled}
        disabled={!isAllowed}
        onChange={(event) => setDraft({ ...draft, enabled: event.currentTarget.checked })}
        label="Delete old SBOMs"
        description={
          reason ??
          'Deletes the SBOMs of old versions, which cannot be undone. Findings and history stay. Versions with an alias or the tag "keep" are exempt.'
        }
      />
      <div className={formStyles.pair}>
        <NumberInput
          label="Versions per service"
          min={1}
          disabled={!isAllowed || !draft.enabled}
          value={draft.versionsPerService}
          onChange={(versionsPerService) => setDraft({ ...draft, versionsPerService })}
        />
        <NumberInput
          label="Retention in days"
          min={1}
          disabled={!isAllowed || !draft.enabled}
          value={draft.days}
          onChange={(days) => setDraft({ ...draft, days })}
        />
      </div>
      <Save isPending={isPending} isAllowed={isAllowed} />
      <SaveResult error={error} isSuccess={isSuccess} />
    </form>
  );
}

function Save({ isPending, isAllowed }: { readonly isPending: boolean; readonly isAllowed: boolean }) {
  return (
    <Button type="submit" variant="default" loading={isPending} disabled={!isAllowed}>
      Save
    </Button>
  );
}

function SaveResult({ error, isSuccess }: { readonly error: Error | null; readonly isSuccess: boolean }) {
  if (error !== null) return <Problem error={error} />;
  return isSuccess ? <Notice kind="neutral">Saved.</Notice> : null;
}

function useChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: OrganizationInput) => await changeOrganization(input),
    onSuccess: async (changed) => {
      queryClient.setQueryData(organization().queryKey, changed);
      // The header shows the name.
      await queryClient.invalidateQueries({ queryKey: me().queryKey });
    },
  });
}
