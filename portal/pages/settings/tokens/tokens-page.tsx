/** API tokens of the organization: permissions, expiry, and revocation. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireToken } from '../../../../src/api/contract/organization/token.ts';
import { ConfirmByName } from '../../../parts/dialogs/confirm-by-name.tsx';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { revokeToken, tokenList } from '../../../queries/organization/tokens.ts';
import { usePermission } from '../../../session/session.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { NotAllowed } from '../not-allowed.tsx';
import { SettingsHead } from '../settings-head.tsx';
import { TokenTable } from './token-table.tsx';

export function TokensPage() {
  const permission = usePermission('token:write');
  const { data, error } = useQuery({ ...tokenList(), enabled: permission.isAllowed });
  const [isCreating, setIsCreating] = useState(false);
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
      {isCreating && <NewTokenDialog onClose={() => setIsCreating(false)} />}
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
