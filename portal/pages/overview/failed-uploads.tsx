/** Newest versions whose analysis failed: their results are older than their last upload. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WireOverview } from '../../../src/api/contract/history/overview.ts';
import { Age } from '../../parts/values/age.tsx';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { retryFailedAnalyses } from '../../queries/services/analyses.ts';
import { countOf } from '../../text/format/counts.ts';
import styles from './overview.module.css';

export function FailedUploads({ failed }: Pick<WireOverview, 'failed'>) {
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: retryFailedAnalyses,
    onSettled: async () => await queryClient.invalidateQueries(),
  });
  return (
    <Notice kind="bad">
      Analysis failed for {countOf(failed.length, 'service')}. The last successful results stay.
      <ul className={styles.failures}>
        {failed.map(({ service, version, failedAt, failure }) => (
          <li key={service.id}>
            <Link to="/services/$service/versions/$version" params={{ service: service.name, version: version.name }}>
              <UntrustedText text={`${service.name} ${version.name}`} charactersMax={64} />
            </Link>
            , <Age instant={failedAt} />
            {failure !== null && (
              <>
                : <UntrustedText text={failure.message} charactersMax={300} />
              </>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.retry}>
        <GuardedButton
          scope="sbom:upload"
          loading={retry.isPending}
          reason={retry.isSuccess ? 'Retry requested.' : undefined}
          onClick={() => retry.mutate()}
        >
          Retry all
        </GuardedButton>
        {retry.isSuccess && <output>Retrying {countOf(retry.data, 'analysis', 'analyses')}.</output>}
      </div>
      {retry.error !== null && <Problem error={retry.error} />}
    </Notice>
  );
}
