/** Audit log in sentences: who changed what and when, with values before and after. Read-only; entries are never removed. */
import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { HOUR_MS } from '../../../text/format/time.ts';
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
import { AUDIT_KINDS } from '../../../../src/core/vocabulary/audit.ts';
import { PathLink } from '../../../parts/navigation/path-link.tsx';
import { ViewLink } from '../../../parts/navigation/view-link.tsx';
import { useNow } from '../../../parts/values/use-now.ts';
import { AUDIT_DAYS, type AuditView } from '../../../search-params/page-views.ts';
import { AUDIT_KIND_LABELS, describeEntry, listDifferences } from './audit-text.ts';
import { NotAllowed, SettingsHead } from '../settings-head.tsx';
import cardStyles from '../../../parts/layout/card-table.module.css';
import styles from '../settings.module.css';
import { fetchFile, getList } from '../../../api/api-client.ts';

const ENTRIES_PER_PAGE = 50;

function auditList({ offset, ...view }: AuditView, nowMs: number) {
  const given = { ...toFilters(view, nowMs), offset };
  return queryOptions({
    queryKey: ['audit', given],
    queryFn: async ({ signal }) =>
      await getList<WireAuditEntry>('/audit', signal, { ...given, limit: ENTRIES_PER_PAGE }),
    placeholderData: keepPreviousData,
  });
}

/** Exports all matching entries, not only one page. */
async function exportAudit(view: AuditView, nowMs: number): Promise<Blob> {
  return await fetchFile('/audit', toFilters(view, nowMs), 'text/csv');
}

/** A whole hour, so that the same list is not requested again each minute. */
function toFilters({ q, actor, kind, days }: AuditView, nowMs: number) {
  const since = days === undefined ? undefined : (Math.floor(nowMs / HOUR_MS) - 24 * days) * HOUR_MS;
  return { q, actor, kind, since: since === undefined ? undefined : new Date(since).toISOString() };
}

const route = getRouteApi('/settings/audit');

export function AuditPage() {
  const view = route.useSearch();
  const permission = usePermission('settings:write');
  const nowMs = useNow();
  const { data, error } = useQuery({ ...auditList(view, nowMs), enabled: permission.isAllowed });
  const exporting = useMutation({ mutationFn: async () => saveFile(await exportAudit(view, nowMs), 'audit.csv') });
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
          <AuditFilters view={view} />
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

function AuditFilters({ view }: { readonly view: AuditView }) {
  const navigate = useNavigate();
  const choose = (change: Partial<AuditView>): void =>
    void navigate({ to: '.', search: { ...view, ...change, offset: undefined }, resetScroll: false });
  return (
    <div className={styles.row}>
      <NativeSelect
        size="xs"
        label="What"
        value={view.kind ?? ''}
        data={[
          { value: '', label: 'Everything' },
          ...AUDIT_KINDS.map((kind) => ({ value: kind, label: AUDIT_KIND_LABELS[kind] })),
        ]}
        onChange={(event) => choose({ kind: AUDIT_KINDS.find((kind) => kind === event.currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        label="Since"
        value={String(view.days ?? '')}
        data={[
          { value: '', label: 'The beginning' },
          ...AUDIT_DAYS.map((days) => ({ value: String(days), label: days === 1 ? '1 day ago' : `${days} days ago` })),
        ]}
        onChange={(event) => choose({ days: Number(event.currentTarget.value) || undefined })}
      />
      {view.actor !== undefined && (
        <p>
          By <UntrustedText text={view.actor} charactersMax={48} />.{' '}
          <ViewLink view={(current) => ({ ...current, actor: undefined, offset: undefined })}>Show all users</ViewLink>
        </p>
      )}
    </div>
  );
}

function AuditTable({ entries }: { readonly entries: readonly WireAuditEntry[] }) {
  return (
    <ScrollingTable
      label="Changes"
      className={`${styles.table} ${cardStyles.lines}`}
      columns={['Time', 'Change', 'Values', 'Request']}
    >
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} />
      ))}
    </ScrollingTable>
  );
}

const ACTOR_LABELS = { token: 'Token ', person: '', system: 'Assay, ' } as const;

function AuditRow({ entry }: { readonly entry: WireAuditEntry }) {
  const { at, actor, before, after, requestId } = entry;
  const sentence = describeEntry(entry);
  const name = sentence.name !== undefined && <UntrustedText text={sentence.name} charactersMax={80} />;
  return (
    <tr>
      <td className={styles.nowrap}>
        <Age instant={at} />
      </td>
      <td className={styles.wrap} data-wide>
        {ACTOR_LABELS[actor.kind]}
        <ViewLink view={(current) => ({ ...current, actor: actor.name, offset: undefined })}>
          <UntrustedText text={actor.name} charactersMax={48} />
        </ViewLink>{' '}
        {sentence.before}{' '}
        {sentence.path === undefined ? <b>{name}</b> : <PathLink path={sentence.path}>{name}</PathLink>}
        {sentence.after}
      </td>
      <td className={styles.values} data-wide>
        {listDifferences(before, after).map(({ name: member, from, to }) => (
          <span key={member} className={styles.json}>
            <UntrustedText text={member} charactersMax={48} />:{' '}
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
