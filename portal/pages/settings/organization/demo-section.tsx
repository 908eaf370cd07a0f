/** Loads and removes the demo. Its services are ordinary services. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmByName } from '../../../parts/dialogs/confirm-by-name.tsx';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { deleteServices, demo, loadDemo } from '../../../queries/organization/demo.ts';
import { countOf } from '../../../text/format/counts.ts';
import styles from '../settings.module.css';

export function DemoSection() {
  const queryClient = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const { data, error } = useQuery(demo());
  const load = useMutation({
    mutationFn: loadDemo,
    onSuccess: (loading) => queryClient.setQueryData(demo().queryKey, loading),
  });
  const present = data?.services.filter(({ id }) => id !== null) ?? [];
  const versions = present.reduce((sum, each) => sum + each.versions, 0);
  const isWhole = data?.services.every((each) => each.id !== null && each.versions >= each.versionsTotal) ?? false;
  const problem = error ?? load.error;
  return (
    <section aria-labelledby="demo" className={styles.section}>
      <h2 id="demo">Demo</h2>
      <p className={styles.muted}>
        {present.length === 0
          ? 'The demo is not loaded. It adds sample services whose names start with demo-.'
          : `${data?.loading ? 'Loading' : 'Loaded'}: ${countOf(present.length, 'service')} with ${countOf(versions, 'version')}.`}
      </p>
      <div className={styles.row}>
        <GuardedButton
          scope="settings:write"
          loading={load.isPending || data?.loading === true}
          reason={isWhole ? 'The demo is already loaded.' : undefined}
          onClick={() => load.mutate()}
        >
          Load demo
        </GuardedButton>
        <GuardedButton
          scope="settings:write"
          reason={present.length === 0 ? 'Nothing to delete.' : undefined}
          onClick={() => setIsConfirming(true)}
        >
          Delete demo
        </GuardedButton>
      </div>
      {problem !== null && <Problem error={problem} />}
      {isConfirming && (
        <ConfirmByName
          title="Delete demo"
          name="demo"
          action="Delete demo"
          onClose={() => setIsConfirming(false)}
          onConfirm={async () => {
            await deleteServices(present.flatMap(({ id }) => id ?? []));
            await queryClient.invalidateQueries();
          }}
        >
          {countOf(present.length, 'service')} with {countOf(versions, 'version')}, their findings and their history are
          deleted. This cannot be undone, but you can load the demo again.
        </ConfirmByName>
      )}
    </section>
  );
}
