/** API tokens of the organization: permissions, expiry, and revocation. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { WireToken } from '../../../../src/api/contract/organization/token.ts';
import { ConfirmByName } from '../../../parts/dialogs/confirm-by-name.tsx';
import { useLinkedDialog } from '../../../parts/dialogs/use-linked-dialog.ts';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { revokeToken, tokenList } from '../../../queries/organization/tokens.ts';
import { usePermission } from '../../../session/session.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { ACTIONS_COLUMN, NotAllowed, SettingsHead } from '../settings-head.tsx';
import { Age } from '../../../parts/values/age.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { ScrollingTable } from '../../../parts/layout/table-region.tsx';
import { useNow } from '../../../parts/values/use-now.ts';
import { serviceList } from '../../../queries/services/services.ts';
import { countOf } from '../../../text/format/counts.ts';
import { describeCreator, describeExpiry, isCreatedByOwner, describeScopes, isInactive } from './token-text.ts';
import cardStyles from '../../../parts/layout/card-table.module.css';
import styles from '../settings.module.css';

const route = getRouteApi('/settings/tokens');

export function TokensPage() {
  const { create = false } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setIsCreating] = useLinkedDialog(create, () => void navigate({ search: {}, replace: true }));
  const permission = usePermission('token:write');
  const { data, error } = useQuery({ ...tokenList(), enabled: permission.isAllowed });
  const [revoking, setRevoking] = useState<WireToken>();
  return (
    <>
      <SettingsHead
        title="Tokens"
        actions={
          <GuardedButton scope="token:write" variant="filled" size="sm" onClick={() => setIsCreating(true)}>
            Create token
          </GuardedButton>
        }
      >
        Pipelines and scripts use the API with tokens. A token is shown only once, when it is created. It belongs to its
        creator, and is revoked when that member leaves.
      </SettingsHead>
      {!permission.isAllowed && <NotAllowed permission={permission} what="Tokens" />}
      {error !== null && <Problem error={error} />}
      {permission.isAllowed && data === undefined && error === null && <Loading rows={4} />}
      {data !== undefined && <TokenTable tokens={data.items} onRevoke={setRevoking} />}
      {isCreating && permission.isAllowed && <NewTokenDialog onClose={() => setIsCreating(false)} />}
      {revoking !== undefined && <Revocation token={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

function Revocation({ token, onClose }: { readonly token: WireToken; readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <ConfirmByName
      title="Revoke token"
      name={token.name}
      action="Revoke token"
      onClose={onClose}
      onConfirm={async () => {
        await revokeToken(token.id);
        await queryClient.invalidateQueries({ queryKey: tokenList().queryKey });
      }}
    >
      Requests with this token are rejected immediately. Uploaded data stays. This cannot be undone.
    </ConfirmByName>
  );
}

interface TokenTableProps {
  readonly tokens: readonly WireToken[];
  readonly onRevoke: (token: WireToken) => void;
}

/** Tokens, active ones first. */
function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const nowMs = useNow();
  const ordered = tokens.toSorted((a, b) => Number(isInactive(a, nowMs)) - Number(isInactive(b, nowMs)));
  return (
    <ScrollingTable
      label="Tokens"
      className={`${styles.table} ${cardStyles.lines}`}
      columns={['Token', 'Permissions', 'Services', 'Owner', 'Created', 'Last used', 'Expires', ACTIONS_COLUMN]}
    >
      {ordered.map((token) => (
        <TokenRow key={token.id} token={token} nowMs={nowMs} onRevoke={() => onRevoke(token)} />
      ))}
    </ScrollingTable>
  );
}

interface TokenRowProps {
  readonly token: WireToken;
  readonly nowMs: number;
  readonly onRevoke: () => void;
}

function TokenRow({ token, nowMs, onRevoke }: TokenRowProps) {
  const isOver = isInactive(token, nowMs);
  const end = describeExpiry(token, nowMs);
  return (
    <tr className={isOver ? styles.ended : undefined}>
      <td className={styles.wrap} data-wide>
        <UntrustedText text={token.name} />
        <code className={styles.small}>asy_{token.publicId}_…</code>
      </td>
      <td title={token.scopes.join(', ')}>{describeScopes(token.scopes)}</td>
      <td data-label="Services">
        <Services ids={token.serviceIds} />
      </td>
      <td className={styles.wrap} data-label="Owner">
        <UntrustedText text={token.owner?.name ?? 'Organization'} charactersMax={40} />
        {!isCreatedByOwner(token) && (
          <span className={styles.small}>
            <UntrustedText text={describeCreator(token.createdBy)} charactersMax={60} />
          </span>
        )}
      </td>
      <td data-label="Created">
        <Age instant={token.createdAt} />
      </td>
      <td data-label="Last used">{token.lastUsedAt === null ? 'Never' : <Age instant={token.lastUsedAt} />}</td>
      <td className={end.isNear ? `${styles.nowrap} ${styles.doubtful}` : styles.nowrap} data-label="Expires">
        {end.text}
      </td>
      <td data-wide>
        {!isOver && (
          <GuardedButton scope="token:write" onClick={onRevoke}>
            Revoke
          </GuardedButton>
        )}
      </td>
    </tr>
  );
}

function Services({ ids }: { readonly ids: readonly string[] | null }) {
  const services = useQuery({ ...serviceList({}), enabled: ids !== null }).data?.items ?? [];
  if (ids === null) return 'All';
  const names = ids.flatMap((id) => services.find((service) => service.id === id)?.name ?? []);
  return <UntrustedText text={names.length === ids.length ? names.join(', ') : countOf(ids.length, 'service')} />;
}
