/** Steps in order, with a line at the stop. A long plan is shown in portions. */
import { Button } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import type { WireRemediation } from '../../../src/api/contract/findings/remediation.ts';
import type { BurnDownPoint } from './burn-down-points.ts';
import { countOf } from '../../text/format/counts.ts';
import { PlanStep, toStepId } from './steps/plan-step.tsx';
import styles from './remediation.module.css';

const STEPS_PER_PORTION = 25;

export interface PlanStepsProps {
  readonly plan: WireRemediation;
  readonly now: BurnDownPoint;
  readonly stop: number;
  /** The step that a link points to. */
  readonly targetId: string | undefined;
}

export function PlanSteps({ plan, now, stop, targetId }: PlanStepsProps) {
  const { actions, actionCount } = plan;
  const [portions, setPortions] = useState(1);
  const targetAt = targetId === undefined ? -1 : actions.findIndex(({ id }) => id === targetId);
  const count = Math.max(portions * STEPS_PER_PORTION, targetAt + 1);
  useEffect(() => {
    if (targetId === undefined || targetAt === -1) return;
    const step = document.querySelector<HTMLElement>(`#${CSS.escape(toStepId(targetId))}`);
    step?.scrollIntoView({ block: 'start' });
    step?.focus({ preventScroll: true });
  }, [targetId, targetAt]);
  const omitted = actionCount - actions.length;
  return (
    <>
      <ol className={styles.steps}>
        {actions.slice(0, count).map((action, index) => (
          <Fragment key={action.id}>
            {index === stop && stop > 0 && <li className={styles.stopLine}>Stop here</li>}
            <PlanStep
              action={action}
              step={index + 1}
              before={now}
              isBeyond={index >= stop}
              isTarget={action.id === targetId}
            />
          </Fragment>
        ))}
      </ol>
      {actions.length > count && (
        <Button variant="default" mt="sm" onClick={() => setPortions(portions + 1)}>
          Show {countOf(Math.min(STEPS_PER_PORTION, actions.length - count), 'more step')}
        </Button>
      )}
      {omitted > 0 && actions.length <= count && (
        <p className={styles.muted}>{countOf(omitted, 'less urgent step')} available in the API.</p>
      )}
    </>
  );
}
