/** Public keys that verify signed SBOMs, and whether other uploads are rejected. */
import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { WireOrganization } from '../../../../src/api/contract/organization/organization.ts';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { ScrollingTable } from '../../../parts/layout/table-region.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { fieldText } from '../../../parts/actions/form-field.ts';
import { changeOrganization, organization } from '../../../queries/organization/organization.ts';
import { usePermission } from '../../../session/session.ts';
import { ACTIONS_COLUMN } from '../settings-head.tsx';
import cardStyles from '../../../parts/layout/card-table.module.css';
import formStyles from '../../../parts/actions/form.module.css';
import styles from '../settings.module.css';

type Signatures = WireOrganization['signatures'];

export function SignatureKeysForm({ signatures }: { readonly signatures: Signatures }) {
  const queryClient = useQueryClient();
  const { isAllowed, reason } = usePermission('settings:write');
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (changed: Signatures) => await changeOrganization({ signatures: changed }),
    onSuccess: (changed) => queryClient.setQueryData(organization().queryKey, changed),
  });
  const { keys } = signatures;
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const key = { name: fieldText(given, 'name').trim(), pem: fieldText(given, 'pem') };
    const rest = keys.filter(({ name }) => name !== key.name);
    mutate({ ...signatures, keys: [...rest, key] }, { onSuccess: () => form.reset() });
  };
  return (
    <div className={styles.section}>
      <p className={styles.muted}>
        {reason ?? 'Signed SBOMs (DSSE envelopes, for example from cosign) are checked with these keys when uploaded.'}
      </p>
      {keys.length > 0 && (
        <ScrollingTable
          label="Public keys"
          className={`${styles.table} ${cardStyles.lines}`}
          columns={['Name', 'Public key', ACTIONS_COLUMN]}
        >
          {keys.map(({ name, pem }) => (
            <tr key={name}>
              <td className={styles.wrap}>
                <UntrustedText text={name} charactersMax={120} />
              </td>
              <td>
                <code>{describePem(pem)}</code>
              </td>
              <td>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={!isAllowed || isPending}
                  aria-label={`Remove ${name}`}
                  onClick={() => mutate({ ...signatures, keys: keys.filter((key) => key.name !== name) })}
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </ScrollingTable>
      )}
      <form onSubmit={onSubmit} className={formStyles.form}>
        <TextInput name="name" label="Key name" maxLength={100} required withAsterisk={false} readOnly={!isAllowed} />
        <Textarea
          name="pem"
          label="Public key"
          description="PEM: ECDSA P-256 or P-384, Ed25519 or RSA."
          placeholder="-----BEGIN PUBLIC KEY-----"
          rows={4}
          required
          withAsterisk={false}
          readOnly={!isAllowed}
        />
        <Button type="submit" variant="default" loading={isPending} disabled={!isAllowed}>
          Add key
        </Button>
      </form>
      <Switch
        checked={signatures.required}
        disabled={!isAllowed || isPending}
        onChange={(event) => mutate({ ...signatures, required: event.currentTarget.checked })}
        label="Require verified signatures"
        description="On: uploads that are unsigned or signed with another key are rejected with SIGNATURE_REQUIRED."
      />
      {error !== null && <Problem error={error} />}
    </div>
  );
}

const END_CHARACTERS_SHOWN = 16;

/** The end of the key, which differs between keys of the same kind. */
function describePem(pem: string): string {
  const body = pem.split('\n').filter((line) => line !== '' && !line.startsWith('-----'));
  return `…${body.join('').slice(-END_CHARACTERS_SHOWN)}`;
}
