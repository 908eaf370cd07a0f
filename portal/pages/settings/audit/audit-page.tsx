/** Audit log: who changed what and when, with values before and after. Read-only; entries are never removed. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WireAuditEntry } from '../../../../src/api/contract/organization/organization.ts';
import { Age } from '../../../parts/values/age.tsx';
import { CopyButton } from '../../../parts/actions/copy-button.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Pager } from '../../../parts/navigation/pager.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { saveFile } from '../../../parts/actions/save-file.ts';
import { SearchBox } from '../../../parts/navigation/search-box.tsx';
import { ScrollingTable } from '../../../parts/layout/table-region.tsx';
import { usePermission } from '../../../session/session.ts';
import { describeAction, listDifferences } from './audit-text.ts';
import { NotAllowed, SettingsHead } from '../settings-head.tsx';
import styles from '../settings.module.css';
import { fetchFile, getList } from '../../../api/api-client.ts';
import type { ListView } from '../../../search-params/list-view.ts';

const ENTRIES_PER_PAGE = 50;

function auditList({ q, offset }: ListView) {
  return queryOptions({
    queryKey: ['audit', q, offset],
    queryFn: async ({ signal }) =>
      await getList<WireAuditEntry>('/audit', signal, { q, offset, limit: ENTRIES_PER_PAGE }),
    placeholderData: keepPreviousData,
  });
}

/** Exports all matching entries, not only one page. */
async function exportAudit({ q }: Pick<ListView, 'q'>): Promise<Blob> {
  return await fetchFile('/audit', { q }, 'text/csv');
}

const route = getRouteApi('/settings/audit');

export function AuditPage() {
  const view = route.useSearch();
  const permission = usePermission('settings:write');
  const { data, error } = useQuery({ ...auditList(view), enabled: permission.isAllowed });
  const exporting = useMutation({ mutationFn: async () => saveFile(await exportAudit(view), 'audit.csv') });
  return (
    <>
      <SettingsHead title="Audit">
        Changes to members, tokens, settings, services and versions, newest first. Entries cannot be edited.
      </SettingsHead>
      {!permission.isAllowed && <NotAllowed permission={permission} what="Audit entries" />}
      {error !== null && <Problem error={error} />}
      {permission.isAllowed && data === undefined && error === null && <Loading rows={8} />}
      {data !== undefined && (
        <div className={styles.section}>
          <div className={styles.tools}>
            <SearchBox q={view.q} label="Search audit log" placeholder="Actor, action or request ID" />
            <Pager offset={view.offset ?? 0} limit={ENTRIES_PER_PAGE} total={data.total} noun="change" />
            <Button
              variant="default"
              size="xs"
              loading={exporting.isPending}
              disabled={data.total === 0}
              onClick={() => exporting.mutate()}
            >
              Export CSV
            </Button>
          </div>
          {exporting.error !== null && <Problem error={exporting.error} />}
          {data.items.length === 0 ? (
            <Notice kind="neutral">No matching entries.</Notice>
          ) : (
            <AuditTable entries={data.items} />
          )}
        </div>
      )}
    </>
  );
}

function AuditTable({ entries }: { readonly entries: readonly WireAuditEntry[] }) {
  return (
    <ScrollingTable
      label="Changes"
      className={styles.table}
      columns={['Time', 'Actor', 'Action', 'Changes', 'Request']}
    >
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} />
      ))}
    </ScrollingTable>
  );
}

const ACTOR_LABELS = { token: 'token', person: 'user', system: 'Assay' } as const;

function AuditRow({
  entry: { at, actor, action, subject, before, after, requestId },
}: {
  readonly entry: WireAuditEntry;
}) {
  return (
    <tr>
      <td className={styles.nowrap}>
        <Age instant={at} />
      </td>
      <td className={styles.wrap}>
        <UntrustedText text={actor.name} charactersMax={48} />
        <span className={styles.small}>{ACTOR_LABELS[actor.kind]}</span>
      </td>
      <td>
        {describeAction(action)}
        <span className={styles.small}>
          <code>{subject.id}</code>
        </span>
      </td>
      <td>
        {listDifferences(before, after).map(({ name, from, to }) => (
          <span key={name} className={styles.json}>
            <UntrustedText text={name} charactersMax={48} />:{' '}
            {from !== undefined && (
              <del>
                <UntrustedText text={from} charactersMax={160} />
              </del>
            )}{' '}
            {to !== undefined && <UntrustedText text={to} charactersMax={160} />}
            <br />
          </span>
        ))}
      </td>
      <td>{requestId !== null && <CopyButton text={requestId} label={`Copy request ID ${requestId}`} />}</td>
    </tr>
  );
}
