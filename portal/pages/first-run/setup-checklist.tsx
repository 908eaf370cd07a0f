/** The steps of the setup, each with its state, a link to where it is done, and why the user may not do it. */
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { Skeleton, SkeletonBlock } from '../../parts/feedback/skeleton.tsx';
import { changeMe, me } from '../../queries/account/me.ts';
import { usePermission } from '../../session/session.ts';
import type { SetupStep } from './setup-steps.ts';
import linkStyles from '../../parts/actions/link-button.module.css';
import styles from './setup-checklist.module.css';

/** Above the ways to a first result. */
export function SetupChecklist({ steps }: { readonly steps: readonly SetupStep[] | undefined }) {
  return (
    <section aria-labelledby="setup" className={styles.section}>
      <Head steps={steps} />
      {steps === undefined ? (
        <Skeleton>
          <SkeletonBlock height="5.5rem" />
        </Skeleton>
      ) : (
        <StepList steps={steps} />
      )}
    </section>
  );
}

/** On the overview, until all steps are done or the user hides it. */
export function CompactChecklist({ steps }: { readonly steps: readonly SetupStep[] }) {
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => await changeMe({ preferences: { setupChecklist: false } }),
    onSuccess: (changed) => queryClient.setQueryData(me().queryKey, changed),
  });
  const isFinished = steps.every(({ isDone }) => isDone);
  // Later visits do not need to read the state of the setup.
  useEffect(() => {
    if (isFinished) mutate();
  }, [isFinished, mutate]);
  if (isFinished) return null;
  return (
    <section aria-labelledby="setup" className={`${styles.section} ${styles.compact}`}>
      <div className={styles.head}>
        <Head steps={steps} />
        <button type="button" className={linkStyles.link} disabled={isPending} onClick={() => mutate()}>
          Hide checklist
        </button>
      </div>
      <StepList steps={steps} />
      {error !== null && <Problem error={error} />}
    </section>
  );
}

function Head({ steps }: { readonly steps: readonly SetupStep[] | undefined }) {
  return (
    <h2 id="setup">
      Finish setup
      {steps !== undefined && (
        <span className={styles.count} aria-live="polite">
          {steps.filter(({ isDone }) => isDone).length} of {steps.length} done
        </span>
      )}
    </h2>
  );
}

function StepList({ steps }: { readonly steps: readonly SetupStep[] }) {
  return (
    <ul className={styles.steps} aria-labelledby="setup">
      {steps.map((step) => (
        <Step key={step.name} step={step} />
      ))}
    </ul>
  );
}

function Step({ step: { name, isDone, detail, scope, path } }: { readonly step: SetupStep }) {
  const { reason } = usePermission(scope);
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={isDone ? styles.done : undefined}>
      <Icon size={20} stroke={1.7} aria-hidden className={styles.mark} />
      <span>
        {path === undefined ? <b>{name}</b> : <PathLink path={path}>{name}</PathLink>}{' '}
        <span className="visually-hidden">{isDone ? 'Done.' : 'Open.'}</span>
        <small>{detail}</small>
        {!isDone && reason !== undefined && <small>{reason}</small>}
      </span>
    </li>
  );
}
