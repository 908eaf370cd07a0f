/** One finding, opened next to the list. It has its own URL, and shortcuts lead to the previous and next finding. */
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SUGGESTION_ACTIONS } from '../../../src/core/vocabulary/decision.ts';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { useEffect, useState } from 'react';
import { isStatus } from '../../api/api-client.ts';
import { useShortcut } from '../../keyboard/use-shortcut.ts';
import { CopyButton } from '../../parts/actions/copy-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { findingDetails, toFindingLink } from './finding-queries.ts';
import { DecideDialog } from '../decision/decide-dialog.tsx';
import { UndoNotice, useRevertDecision } from '../decision/last-decision.tsx';
import { FindingSections } from './finding-sections.tsx';
import { DECIDE_ACTIONS, type FindingActions } from './finding-decision.tsx';
import styles from './finding-drawer.module.css';
import type { FindingRows } from '../../queries/findings/use-finding-pages.ts';
import type { WireActiveDecision } from '../../../src/api/contract/findings/relevance.ts';
import { usePermission } from '../../session/session.ts';
import type { Action } from '../../text/findings/decision-text.ts';

interface FindingDrawerProps {
  readonly id: string;
  readonly rows: FindingRows;
  /** Loads the rows around a position. */
  readonly onStep?: (place: number) => void;
}

export function FindingDrawer({ id, rows, onStep }: FindingDrawerProps) {
  const navigate = useNavigate();
  const { data, error } = useQuery(findingDetails(id));
  const { action, actions, close, problem } = useFindingDecision(id, data?.decision ?? null);
  // A draft decision belongs to the finding that it was started for.
  const isFree = action === undefined;
  const at = rows.indexOf(id);
  // A decision may remove the finding from the list; the next one then takes its position.
  const [place, setPlace] = useState(at);
  if (at !== undefined && at !== place) setPlace(at);
  useEffect(() => {
    if (place !== undefined) onStep?.(place);
  }, [place, onStep]);
  const finding = data ?? (at === undefined ? undefined : rows.rowAt(at));
  const show = (finding: string | undefined, replace: boolean): void =>
    void navigate({ to: '.', search: (view) => ({ ...view, finding }), replace, resetScroll: false });
  const step = (by: number): (() => void) | undefined => {
    if (place === undefined) return undefined;
    const other = rows.rowAt(at === undefined && by > 0 ? place : place + by)?.id;
    return other === undefined ? undefined : () => show(other, true);
  };
  const [next, previous] = [step(1), step(-1)];
  useFindingKey('j', 'Next finding', () => isFree && next?.());
  useFindingKey('k', 'Previous finding', () => isFree && previous?.());
  const tools = (
    <>
      <CopyButton text={toFindingLink(id)} label="Copy link to finding" />
      <StepButton label="Previous finding" Icon={IconChevronUp} onClick={previous} />
      <StepButton label="Next finding" Icon={IconChevronDown} onClick={next} />
    </>
  );
  return (
    <Dialog
      kind="drawer"
      title={finding === undefined ? 'Finding' : <UntrustedText text={finding.vulnerability.id} charactersMax={64} />}
      tools={tools}
      onClose={() => show(undefined, false)}
    >
      {isStatus(error, 404) && <Notice kind="neutral">Finding not found, or you do not have access.</Notice>}
      {error !== null && !isStatus(error, 404) && <Problem error={error} />}
      {finding === undefined && error === null && <Loading rows={6} />}
      <div className={styles.notice}>
        <UndoNotice />
      </div>
      {problem !== null && <Problem error={problem} />}
      {finding !== undefined && <FindingSections key={finding.id} finding={finding} details={data} actions={actions} />}
      {finding !== undefined && action !== undefined && (
        <DecideDialog
          target={{ kind: 'one', id }}
          subject={<DecisionSubject finding={finding} />}
          action={action}
          actions={DECIDE_ACTIONS.includes(action) ? DECIDE_ACTIONS : SUGGESTION_ACTIONS}
          standing={finding.decision}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

export function DecisionSubject({ finding: { vulnerability, component } }: { readonly finding: WireFinding }) {
  return (
    <>
      <b>
        <UntrustedText text={vulnerability.id} charactersMax={64} />
      </b>{' '}
      in <UntrustedText text={component.name} /> <UntrustedText text={component.version} charactersMax={60} />
    </>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly Icon: typeof IconChevronUp;
  readonly onClick: (() => void) | undefined;
}

function StepButton({ label, Icon, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      title={label}
      aria-disabled={onClick === undefined || undefined}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
    </button>
  );
}

/** Decides about the opened finding by button or key. The action is undefined while no decision is being made. */
function useFindingDecision(id: string, standing: WireActiveDecision | null) {
  const [started, setStarted] = useState<{ readonly id: string; readonly action: Action }>();
  const { isAllowed } = usePermission('triage');
  const { mutate, error } = useRevertDecision();
  const action = started?.id === id ? started.action : undefined;
  const decide = (next: Action): void => setStarted({ id, action: next });
  const revert = (decisionId: string): void => mutate({ kind: 'one', id: decisionId });
  const isFree = isAllowed && action === undefined;
  useFindingKey('d', 'Decide', () => isFree && decide('not_affected'));
  useFindingKey('i', 'Not affected', () => isFree && decide('not_affected'));
  useFindingKey('u', 'Revert decision', () => {
    if (isFree && standing?.kind === 'human') revert(standing.id);
  });
  const actions: FindingActions = { decide, revert };
  return { action, actions, close: () => setStarted(undefined), problem: error };
}

function useFindingKey(keys: string, label: string, run: () => void): void {
  useShortcut({ keys, label, group: 'Finding', isInDialog: true, run });
}
