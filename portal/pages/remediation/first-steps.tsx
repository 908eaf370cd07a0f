/** The first steps of the plan above the findings, each linked to the plan. */
import { useQuery } from '@tanstack/react-query';
import type { WireAction } from '../../../src/api/contract/findings/remediation.ts';
import { usePainted } from '../../live/use-painted.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { firstActions } from './remediation-queries.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { countOf } from '../../text/format/counts.ts';
import { ACTION_KIND_LABELS } from './text/step-text.ts';
import styles from './first-steps.module.css';

const STEPS_SHOWN = 3;

/** Reserves its space before the response arrives, so that the findings below do not jump. */
export function FirstSteps({ address }: { readonly address: VersionAddress }) {
  // The plan of a large version keeps the server busy, so the findings are loaded first.
  const plan = useQuery({ ...firstActions(address, STEPS_SHOWN), enabled: usePainted() }).data;
  return (
    <div className={styles.place}>
      {plan !== undefined && plan.actions.length > 0 && (
        <>
          <span className={styles.title}>First steps:</span>
          <ol className={styles.steps} aria-label="First steps">
            {plan.actions.map((action) => (
              <Step key={action.id} action={action} />
            ))}
          </ol>
          <ViewLink view={{ tab: 'remediation' }}>{`Show plan (${countOf(plan.actionCount, 'step')})`}</ViewLink>
        </>
      )}
      {plan !== undefined && plan.actions.length === 0 && (
        <span className={styles.muted}>
          No known fix for these findings. <ViewLink view={{ tab: 'remediation' }}>Show plan</ViewLink>
        </span>
      )}
    </div>
  );
}

function Step({ action: { id, kind, package: found, to, claim, fixesCount } }: { readonly action: WireAction }) {
  return (
    <li>
      <ViewLink view={{ tab: 'remediation', action: id }}>
        {ACTION_KIND_LABELS[kind]} <UntrustedText text={found.name} charactersMax={40} />
        {to !== null && kind !== 'bump_parent' && (
          <>
            {' '}
            to <UntrustedText text={to} charactersMax={24} />
          </>
        )}
      </ViewLink>{' '}
      <span className={styles.muted}>
        {claim === 'known' ? `fixes ${countOf(fixesCount, 'finding')}` : 'unverified'}
      </span>
    </li>
  );
}
