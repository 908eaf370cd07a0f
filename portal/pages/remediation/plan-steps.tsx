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
  readonly meant: string | undefined;
}

export function PlanSteps({ plan, now, stop, meant }: PlanStepsProps) {
  const { actions, actionCount } = plan;
  const [portions, setPortions] = useState(1);
  const meantAt = meant === undefined ? -1 : actions.findIndex(({ id }) => id === meant);
  const count = Math.max(portions * STEPS_PER_PORTION, meantAt + 1);
  useEffect(() => {
    if (meant === undefined || meantAt === -1) return;
    const step = document.querySelector<HTMLElement>(`#${CSS.escape(toStepId(meant))}`);
    step?.scrollIntoView({ block: 'start' });
    step?.focus({ preventScroll: true });
  }, [meant, meantAt]);
  const notSent = actionCount - actions.length;
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
              isMeant={action.id === meant}
            />
          </Fragment>
        ))}
      </ol>
      {actions.length > count && (
        <Button variant="default" mt="sm" onClick={() => setPortions(portions + 1)}>
          Show {countOf(Math.min(STEPS_PER_PORTION, actions.length - count), 'more step')}
        </Button>
      )}
      {notSent > 0 && actions.length <= count && (
        <p className={styles.muted}>
          {countOf(notSent, 'further step')} can be read by the API; the steps shown here are more urgent.
        </p>
      )}
    </>
  );
}
