/** Tokens, active ones first. */
import { useQuery } from '@tanstack/react-query';
import type { WireToken } from '../../../../src/api/contract/organization/token.ts';
import { Age } from '../../../parts/values/age.tsx';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { TableRegion } from '../../../parts/layout/table-region.tsx';
import { useNow } from '../../../parts/values/use-now.ts';
import { serviceList } from '../../../queries/services/services.ts';
import { countOf } from '../../../text/format/counts.ts';
import { describeCreator, describeExpiry, isCreatedByOwner, describeScopes, isInactive } from './token-text.ts';
import styles from '../settings.module.css';

export interface TokenTableProps {
  readonly tokens: readonly WireToken[];
  readonly onRevoke: (token: WireToken) => void;
}

export function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const nowMs = useNow();
  const ordered = tokens.toSorted((a, b) => Number(isInactive(a, nowMs)) - Number(isInactive(b, nowMs)));
  return (
    <TableRegion label="Tokens">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Permissions</th>
            <th scope="col">Services</th>
            <th scope="col">Owner</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span className={styles.muted}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {ordered.map((token) => (
            <TokenRow key={token.id} token={token} nowMs={nowMs} onRevoke={() => onRevoke(token)} />
          ))}
        </tbody>
      </table>
    </TableRegion>
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
      <td className={styles.wrap}>
        <UntrustedText text={token.name} />
        <code className={styles.small}>asy_{token.publicId}_…</code>
      </td>
      <td title={token.scopes.join(', ')}>{describeScopes(token.scopes)}</td>
      <td>
        <Services ids={token.serviceIds} />
      </td>
      <td className={styles.wrap}>
        <UntrustedText text={token.owner?.name ?? 'Organization'} charactersMax={40} />
        {!isCreatedByOwner(token) && (
          <span className={styles.small}>
            <UntrustedText text={describeCreator(token.createdBy)} charactersMax={60} />
          </span>
        )}
      </td>
      <td>
        <Age instant={token.createdAt} />
      </td>
      <td>{token.lastUsedAt === null ? 'Never' : <Age instant={token.lastUsedAt} />}</td>
      <td className={end.isNear ? styles.doubtful : undefined}>{end.text}</td>
      <td>
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
