/** Creates a token with permissions, services and expiry, then shows its secret once, with a command that uses it. */
import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { DAY_MS } from '../../../text/format/time.ts';
import { DEFAULT_TOKEN_SCOPES, TOKEN_SCOPES } from '../../../../src/core/vocabulary/access.ts';
import type { WireNewToken } from '../../../../src/api/contract/organization/token.ts';
import { CommandBlock } from '../../../parts/actions/command-block.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { serviceList } from '../../../queries/services/services.ts';
import { useMe } from '../../../session/session.ts';
import { createToken, tokenList, type TokenInput } from '../../../queries/organization/tokens.ts';
import { toUploadCommand } from '../../../text/upload-command.ts';
import formStyles from '../../../parts/actions/form.module.css';
import styles from '../settings.module.css';

const PRESETS = {
  pipeline: { label: 'Pipeline: upload and read', scopes: DEFAULT_TOKEN_SCOPES },
  reader: { label: 'Reader: read only', scopes: ['read'] },
  agent: { label: 'Agent: read and suggest', scopes: ['read', 'suggest'] },
  triage: { label: 'Triage: read and decide', scopes: ['read', 'triage', 'profile:write'] },
  admin: {
    label: 'Admin: all permissions',
    scopes: TOKEN_SCOPES,
  },
} as const satisfies Readonly<Record<string, { label: string; scopes: TokenInput['scopes'] & object }>>;
type Preset = keyof typeof PRESETS;

const LIFETIMES = { '30': '30 days', '90': '90 days', '365': '1 year', never: 'Never' } as const;
type Lifetime = keyof typeof LIFETIMES;

export function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (input: TokenInput) => await createToken(input),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: tokenList().queryKey }),
  });
  if (data !== undefined) return <Secret created={data} onClose={onClose} />;
  return (
    <Dialog title="Create token" onClose={onClose}>
      <NewTokenForm isPending={isPending} onCreate={mutate} />
      {error !== null && <Problem error={error} />}
    </Dialog>
  );
}

interface NewTokenFormProps {
  readonly isPending: boolean;
  readonly onCreate: (input: TokenInput) => void;
}

function NewTokenForm({ isPending, onCreate }: NewTokenFormProps) {
  const [search, setSearch] = useState('');
  // The list has the first matches only.
  const services = useQuery(serviceList({ q: search.trim() || undefined })).data?.items ?? [];
  const [name, setName] = useState('');
  const [preset, setPreset] = useState<Preset>('pipeline');
  const [bound, setBound] = useState<string[]>([]);
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const isOwner = useMe()?.role === 'owner';
  // Organization-wide permissions cannot be limited to a service.
  const canBind = preset !== 'admin';
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onCreate({
      name: name.trim(),
      scopes: PRESETS[preset].scopes,
      ...(canBind && bound.length > 0 && { services: bound }),
      expiresAt: lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString(),
    });
  };
  return (
    <form onSubmit={onSubmit} className={formStyles.form}>
      <TextInput
        label="Name"
        description="Purpose, for example the pipeline that uses it."
        required
        withAsterisk={false}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        label="Permissions"
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={Object.entries(PRESETS).map(([value, { label }]) => ({ value, label }))}
        value={preset}
        onChange={(value) => setPreset((value ?? 'pipeline') as Preset)}
      />
      <MultiSelect
        label="Services"
        description={canBind ? 'Leave empty for all services.' : 'Admin tokens apply to all services.'}
        searchable
        disabled={!canBind}
        comboboxProps={{ withinPortal: false }}
        data={[...new Set([...bound, ...services.map((service) => service.name)])]}
        searchValue={search}
        onSearchChange={setSearch}
        value={bound}
        onChange={setBound}
      />
      <Select
        label="Expires"
        description={isOwner ? undefined : 'Only an owner can create a token that never expires.'}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={Object.entries(LIFETIMES).flatMap(([value, label]) =>
          value === 'never' && !isOwner ? [] : [{ value, label }],
        )}
        value={lifetime}
        onChange={(value) => setLifetime((value ?? '90') as Lifetime)}
      />
      <Button type="submit" loading={isPending}>
        Create token
      </Button>
    </form>
  );
}

/** Only its button closes it, because the secret cannot be shown again. */
function Secret({ created, onClose }: { readonly created: WireNewToken; readonly onClose: () => void }) {
  const mayUpload = created.scopes.includes('sbom:upload');
  return (
    <Dialog title="Token created" onClose={onClose} isFirm>
      <div className={styles.section}>
        <Notice kind="doubtful">The token is shown only once. Store it in the secrets of your pipeline.</Notice>
        <CommandBlock label="Token" text={created.token} />
        {mayUpload && (
          <>
            <p>Upload with this token:</p>
            <CommandBlock label="Command" text={toUploadCommand(window.location.origin, created.token)} />
          </>
        )}
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
