/** Loads the demo: services with a history, which can be deleted again. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { demo, loadDemo } from '../../queries/organization/demo.ts';
import { countOf } from '../../text/format/counts.ts';
import styles from './first-run.module.css';

export function DemoStep({ onDemo }: { readonly onDemo: () => void }) {
  const queryClient = useQueryClient();
  const state = useQuery(demo()).data;
  const { mutate, error, isPending } = useMutation({
    mutationFn: loadDemo,
    onMutate: onDemo,
    onSuccess: (loading) => queryClient.setQueryData(demo().queryKey, loading),
  });
  const total = sumOf(state?.services.map(({ versionsTotal }) => versionsTotal));
  const present = sumOf(state?.services.map(({ versions }) => versions));
  return (
    <>
      <h2>Load the demo</h2>
      <p className={styles.muted}>
        {state === undefined ? 'Services' : countOf(state.services.length, 'service')} with sample history: upgrades,
        known exploited vulnerabilities, a malicious package, and unchecked components. Works offline. All names start
        with <code>demo-</code>. Delete them in the settings.
      </p>
      <div className={styles.row}>
        <GuardedButton
          scope="settings:write"
          size="sm"
          onClick={() => mutate()}
          loading={isPending || state?.loading === true}
        >
          Load demo
        </GuardedButton>
      </div>
      {state?.loading === true && (
        <p className={styles.muted}>
          <progress value={present} max={total} aria-label="Demo versions" /> {present} of {countOf(total, 'version')}
        </p>
      )}
      {error !== null && <Problem error={error} />}
    </>
  );
}

function sumOf(numbers: readonly number[] = []): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
