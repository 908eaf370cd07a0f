/** Decides about the opened finding by button or key: `d` decides, `u` reverts a decision. */
import { useState } from 'react';
import type { WireStandingDecision } from '../../../src/api/contract/relevance.ts';
import { useShortcut } from '../../keyboard/use-shortcut.ts';
import { usePermission } from '../../session.ts';
import type { Action } from '../../wording/decision-words.ts';
import { useRevertDecision } from '../decision/undo-notice.tsx';
import type { FindingActions } from './finding-relevance.tsx';

export interface FindingDecision {
  /** Undefined while no decision is being made. */
  readonly action: Action | undefined;
  readonly actions: FindingActions;
  readonly close: () => void;
  readonly problem: Error | null;
}

export function useFindingDecision(id: string, standing: WireStandingDecision | null): FindingDecision {
  const [begun, setBegun] = useState<{ readonly id: string; readonly action: Action }>();
  const { isAllowed } = usePermission('triage');
  const { mutate, error } = useRevertDecision();
  const action = begun?.id === id ? begun.action : undefined;
  const decide = (next: Action): void => setBegun({ id, action: next });
  const takeBack = (decisionId: string): void => mutate({ kind: 'one', id: decisionId });
  const isFree = isAllowed && action === undefined;
  useShortcut({
    ...{ keys: 'd', label: 'Decide', group: 'In a finding', isInDialog: true },
    run: () => {
      if (isFree) decide('not_affected');
    },
  });
  useShortcut({
    ...{ keys: 'u', label: 'Take the decision back', group: 'In a finding', isInDialog: true },
    run: () => {
      if (isFree && standing?.kind === 'human') takeBack(standing.id);
    },
  });
  return { action, actions: { decide, takeBack }, close: () => setBegun(undefined), problem: error };
}
