/**
 * Triage inbox: findings that wait for the signed-in user, as one list that can be worked through by keyboard. A handled finding
 * leaves the list until it changes.
 */
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { WireInbox, WireInboxFinding } from '../../../src/api/contract/findings/inbox.ts';
import { Choices } from '../../parts/navigation/choices.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { inbox, refreshInbox, useHandle, useMarkVisited } from '../../queries/findings/inbox.ts';
import { countOrganizationFindings } from '../../queries/findings/organization-findings.ts';
import { NO_ROWS, type FindingRows } from '../../queries/findings/use-finding-pages.ts';
import { useShortcut } from '../../keyboard/use-shortcut.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { toInstant } from '../../text/format/time.ts';
import { UndoNotice } from '../decision/last-decision.tsx';
import { DecideDialog } from '../decision/decide-dialog.tsx';
import linkStyles from '../../parts/actions/link-button.module.css';
import decisionStyles from '../decision/decision.module.css';
import { DECIDE_ACTIONS } from '../finding/finding-decision.tsx';
import { DecisionSubject, FindingDrawer } from '../finding/finding-drawer.tsx';
import { OrganizationQuestions } from '../questions/organization-questions.tsx';
import { usePermission } from '../../session/session.ts';
import { InboxList } from './inbox-list.tsx';
import type { InboxView } from '../../search-params/page-views.ts';
import { listItems, PART_LABELS, type InboxItem } from './inbox-view.ts';
import styles from './inbox.module.css';

const route = getRouteApi('/inbox');

export function InboxPage() {
  const view = route.useSearch();
  const { data, error } = useQuery(inbox());
  return (
    <div className={styles.page}>
      <PageHead title="Inbox">Inbox</PageHead>
      <LoadingOrProblem data={data} error={error} rows={8} />
      {data !== undefined && <Items data={data} view={view} />}
      <OrganizationQuestions className={styles.section} />
    </div>
  );
}

function Items({ data, view }: { readonly data: WireInbox; readonly view: InboxView }) {
  const items = listItems(data, view.part);
  const shown = data.parts.find(({ name }) => name === view.part);
  const total = shown?.total ?? data.total;
  const rowCount = items.reduce((sum, { rowIds }) => sum + rowIds.length, 0);
  return (
    <>
      <div className={styles.tools}>
        <Choices
          label="Parts"
          choices={[
            { name: `All ${formatCount(data.total)}`, view: { part: undefined }, isChosen: view.part === undefined },
            ...data.parts.map(({ name, total }) => ({
              name: `${PART_LABELS[name]} ${formatCount(total)}`,
              view: { part: name },
              isChosen: view.part === name,
            })),
          ]}
        />
        {shown !== undefined && shown.total > 0 && (
          <PathLink path={`/vulnerabilities?group=none&${new URLSearchParams(shown.filter).toString()}`}>
            Show as list
          </PathLink>
        )}
        {data.parts.some(({ name, total }) => name === 'new' && total > 0) && <MarkSeen />}
      </div>
      <Triage key={view.part ?? 'all'} items={items} view={view} />
      {items.length === 0 && <Empty data={data} view={view} />}
      {items.length > 0 && rowCount < total && (
        <p className={styles.muted}>
          The first {formatCount(rowCount)} of {countOf(total, 'finding')}.
        </p>
      )}
    </>
  );
}

interface LastHandled {
  readonly id: string;
  readonly fingerprint: string;
  readonly name: string;
}

/** The list, the opened finding, the decision dialog, and the keys that work in the list and in the opened finding. */
function Triage({ items, view }: { readonly items: readonly InboxItem[]; readonly view: InboxView }) {
  const navigate = useNavigate();
  const { isAllowed } = usePermission('triage');
  const queryClient = useQueryClient();
  const { mutate, error } = useHandle();
  const [last, setLast] = useState<LastHandled>();
  const [deciding, setDeciding] = useState<WireInboxFinding>();
  const open = (finding: string | undefined, replace = false): void =>
    void navigate({ to: '/inbox', search: { ...view, finding }, replace, resetScroll: false });
  const handle = ({ id, fingerprint, vulnerability }: WireInboxFinding): void => {
    setLast(undefined);
    mutate(
      { id, fingerprint, isHandled: true },
      { onSuccess: () => setLast({ id, fingerprint, name: vulnerability.id }) },
    );
  };
  const undo = (): void => {
    if (last === undefined) return;
    setLast(undefined);
    mutate({ id: last.id, fingerprint: last.fingerprint, isHandled: false }, { onError: () => setLast(last) });
  };
  useShortcut({ keys: 'z', label: 'Undo handled', group: 'Inbox', run: undo });
  const opened = items.find(({ rowIds }) => rowIds.includes(view.finding ?? ''))?.finding;
  useShortcut({
    keys: 'e',
    label: 'Mark as handled, next finding',
    group: 'Inbox',
    isInDialog: true,
    run: () => {
      // A dialog over the opened finding has keys of its own.
      if (opened === undefined || document.querySelectorAll('dialog[open]').length > 1) return;
      const at = items.findIndex(({ finding }) => finding === opened);
      const next = items.filter(({ finding }) => finding !== opened);
      handle(opened);
      open((next[at] ?? next.at(-1))?.finding.id, true);
    },
  });
  return (
    <>
      {view.finding === undefined && <UndoNotice />}
      {last !== undefined && (
        <div aria-live="polite">
          <Notice kind="neutral">
            <span className={decisionStyles.notice}>
              {last.name} handled. It comes back when it changes.
              <button type="button" className={linkStyles.link} onClick={undo}>
                Undo
              </button>
            </span>
          </Notice>
        </div>
      )}
      {error !== null && <Problem error={error} />}
      <InboxList
        items={items}
        isPaused={view.finding !== undefined || deciding !== undefined}
        onOpen={(id) => open(id)}
        onHandle={handle}
        onDecide={isAllowed ? setDeciding : undefined}
      />
      {view.finding !== undefined && <FindingDrawer id={view.finding} rows={toRows(items)} />}
      {deciding !== undefined && (
        <DecideDialog
          target={{ kind: 'one', id: deciding.id }}
          subject={<DecisionSubject finding={deciding} />}
          action="not_affected"
          actions={DECIDE_ACTIONS}
          standing={deciding.decision}
          onClose={() => setDeciding(undefined)}
          onDone={() => void refreshInbox(queryClient)}
        />
      )}
    </>
  );
}

/** The rows that the keys for the previous and next finding walk through. */
function toRows(items: readonly InboxItem[]): FindingRows {
  const ids = items.map(({ finding }) => finding.id);
  return {
    ...NO_ROWS,
    count: items.length,
    rowAt: (index) => items[index]?.finding,
    indexOf: (id) => (ids.includes(id) ? ids.indexOf(id) : undefined),
  };
}

function MarkSeen() {
  const { mutate, error, isPending } = useMarkVisited();
  return (
    <>
      <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
        Mark new as seen
      </Button>
      {error !== null && <Problem error={error} />}
    </>
  );
}

/** Says what was checked, instead of a bare zero. */
function Empty({ data, view }: { readonly data: WireInbox; readonly view: InboxView }) {
  const all = useQuery(countOrganizationFindings({})).data;
  if (view.part !== undefined && data.total > 0)
    return <Notice kind="neutral">No findings in this part. {formatCount(data.total)} in the whole inbox.</Notice>;
  if (all === undefined) return null;
  if (all.coverage === null) return <Notice kind="neutral">No analysis has completed yet.</Notice>;
  return (
    <Notice kind="neutral">
      No findings wait for you. {countOf(all.total, 'open finding')} checked: none is assigned to you, due within 7
      days, suggested for review, disputed between sources, hidden by a decision that expires within 14 days, or new
      since {toInstant(data.since)}. Handled findings are not counted.
    </Notice>
  );
}
