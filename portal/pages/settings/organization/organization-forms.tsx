/** Forms of the organization. Without permission, they show the same values and why they cannot be changed. */
import { Button, NumberInput, Switch, TextInput, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { WireOrganization } from '../../../../src/api/contract/organization/organization.ts';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { me } from '../../../queries/account/me.ts';
import {
  changeOrganization,
  organization,
  type OrganizationInput,
} from '../../../queries/organization/organization.ts';
import { usePermission } from '../../../session/session.ts';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { ScrollingTable } from '../../../parts/layout/table-region.tsx';
import { fieldText } from '../../../parts/actions/form-field.ts';
import { ACTIONS_COLUMN } from '../settings-head.tsx';
import cardStyles from '../../../parts/layout/card-table.module.css';
import formStyles from '../../../parts/actions/form.module.css';
import styles from '../settings.module.css';

export function NameForm({ name }: { readonly name: string }) {
  const { mutate, error, isPending, isSuccess } = useChange();
  const { isAllowed, reason } = usePermission('settings:write');
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutate({ name: fieldText(new FormData(event.currentTarget), 'name').trim() });
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
  readonly deletesAudit: boolean;
  readonly auditDays: number | string;
}

const AUDIT_DAYS = { min: 365, proposed: 730 };

export function RetentionForm({ retention }: Pick<WireOrganization, 'retention'>) {
  const { mutate, error, isPending, isSuccess } = useChange();
  const { isAllowed, reason } = usePermission('settings:write');
  // Numbers stay text while edited, because an empty field is not 0.
  const [draft, setDraft] = useState<RetentionDraft>({
    ...retention,
    deletesAudit: retention.auditDays !== null,
    auditDays: retention.auditDays ?? AUDIT_DAYS.proposed,
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { enabled, versionsPerService, days, deletesAudit, auditDays } = draft;
    mutate({
      retention: {
        enabled,
        versionsPerService: Number(versionsPerService),
        days: Number(days),
        auditDays: deletesAudit ? Number(auditDays) : null,
      },
    });
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
      <Switch
        checked={draft.deletesAudit}
        disabled={!isAllowed}
        onChange={(event) => setDraft({ ...draft, deletesAudit: event.currentTarget.checked })}
        label="Delete old audit entries"
        description={reason ?? 'Entries older than this are deleted once a day, which cannot be undone.'}
      />
      <NumberInput
        label="Audit retention in days"
        min={AUDIT_DAYS.min}
        disabled={!isAllowed || !draft.deletesAudit}
        value={draft.auditDays}
        onChange={(auditDays) => setDraft({ ...draft, auditDays })}
      />
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

type Authors = WireOrganization['vexAuthors'];

const TRUST_LABELS: Readonly<Record<Authors[number]['trust'], string>> = {
  supplier: 'Supplier',
  organization: 'Organization',
};

/** Trusted authors whose VEX statements decide about findings. Statements of others are shown but have no effect. */
export function VexAuthorsForm({ authors }: { readonly authors: Authors }) {
  const queryClient = useQueryClient();
  const { isAllowed, reason } = usePermission('settings:write');
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (vexAuthors: Authors) => await changeOrganization({ vexAuthors }),
    onSuccess: (changed) => queryClient.setQueryData(organization().queryKey, changed),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const author = fieldText(given, 'author').trim();
    if (author === '') return;
    const rest = authors.filter((each) => each.author !== author);
    mutate([...rest, { author, trust: fieldText(given, 'trust') === 'organization' ? 'organization' : 'supplier' }], {
      onSuccess: () => form.reset(),
    });
  };
  return (
    <div className={styles.section}>
      <p className={styles.muted}>
        {reason ??
          'Enter authors as named in their documents. Statements of other authors are shown but have no effect.'}
      </p>
      {authors.length > 0 && (
        <ScrollingTable
          label="Trusted authors"
          className={`${styles.table} ${cardStyles.lines}`}
          columns={['Author', 'Trust level', ACTIONS_COLUMN]}
        >
          {authors.map(({ author, trust }) => (
            <tr key={author}>
              <td className={styles.wrap}>
                <UntrustedText text={author} charactersMax={120} />
              </td>
              <td>{TRUST_LABELS[trust]}</td>
              <td>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={!isAllowed || isPending}
                  aria-label={`Remove ${author}`}
                  onClick={() => mutate(authors.filter((each) => each.author !== author))}
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </ScrollingTable>
      )}
      <form onSubmit={onSubmit} className={styles.row}>
        <TextInput name="author" label="Author" maxLength={512} required withAsterisk={false} readOnly={!isAllowed} />
        <NativeSelect
          name="trust"
          label="Trust level"
          disabled={!isAllowed}
          data={Object.entries(TRUST_LABELS).map(([value, label]) => ({ value, label }))}
        />
        <Button type="submit" variant="default" loading={isPending} disabled={!isAllowed}>
          Add
        </Button>
      </form>
      {error !== null && <Problem error={error} />}
    </div>
  );
}
