/** AI calls with their outcome, newest first. Visible only with permission to change the settings. */
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { toPath } from '../../../api/api-client.ts';
import { Age } from '../../../parts/values/age.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { PathLink } from '../../../parts/navigation/path-link.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { TableRegion } from '../../../parts/layout/table-region.tsx';
import { aiCalls, type AiCall } from '../../../queries/organization/ai.ts';
import { usePermission } from '../../../session/session.ts';
import { describeOutcome, describePurpose, formatCost } from '../../../text/analysis/ai-text.ts';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import styles from '../settings.module.css';

export function AiCalls() {
  const { isAllowed } = usePermission('settings:write');
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...aiCalls(),
    enabled: isAllowed,
  });
  if (error !== null) return <Problem error={error} />;
  const calls = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  if (calls.length === 0) return null;
  return (
    <>
      <h3>Calls</h3>
      <p className={styles.muted}>
        {hasNextPage
          ? `The newest ${formatCount(calls.length)} of ${countOf(total, 'call')}.`
          : `${countOf(total, 'call')}.`}
      </p>
      <CallTable calls={calls} />
      {hasNextPage && (
        <div>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function CallTable({ calls }: { readonly calls: readonly AiCall[] }) {
  return (
    <TableRegion label="Calls">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Purpose</th>
            <th scope="col">Model</th>
            <th scope="col">Result</th>
            <th scope="col" className={styles.number}>
              Tokens
            </th>
            <th scope="col" className={styles.number}>
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <tr key={call.id}>
              <td className={styles.nowrap}>
                <Age instant={call.at} />
              </td>
              <td className={styles.wrap}>
                {describePurpose(call.purpose)}
                {call.findingId !== null && (
                  <span className={styles.small}>
                    <PathLink path={toPath('findings', call.findingId)}>Finding</PathLink>
                  </span>
                )}
              </td>
              <td className={styles.wrap}>
                <UntrustedText text={call.model} charactersMax={64} />
                <span className={styles.small}>
                  <UntrustedText text={call.host} charactersMax={64} />
                </span>
              </td>
              <td className={`${styles.wrap} ${call.outcome === 'failed' ? styles.bad : ''}`}>
                <UntrustedText text={describeOutcome(call)} charactersMax={160} />
                <span className={styles.small}>
                  {formatCount(call.latencyMs)} ms, {countOf(call.attempts, 'attempt')}
                </span>
              </td>
              <td className={styles.number}>
                {formatCount(call.tokensIn + call.tokensOut)}
                {call.estimated && <span className={styles.small}>estimated</span>}
              </td>
              <td className={styles.number}>{formatCost(call.cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}
