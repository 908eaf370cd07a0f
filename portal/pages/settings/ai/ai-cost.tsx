/** AI cost compared with the budget, by day, and the single calls. */
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { WireAiUsage, WireAiCall } from '../../../../src/api/contract/ai.ts';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { ScrollingTable } from '../../../parts/layout/table-region.tsx';
import { aiUsage, aiCall, aiCalls } from '../../../queries/organization/ai.ts';
import { formatCost, describeExpected, describeOutcome, describePurpose } from '../../../text/analysis/ai-text.ts';
import { formatCount, countOf } from '../../../text/format/counts.ts';
import { toPath } from '../../../api/api-client.ts';
import { Age } from '../../../parts/values/age.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { PathLink } from '../../../parts/navigation/path-link.tsx';
import { usePermission } from '../../../session/session.ts';
import { ExchangeShown } from './ai-exchange.tsx';
import cardStyles from '../../../parts/layout/card-table.module.css';
import settingsStyles from '../settings.module.css';
import styles from './ai.module.css';

export function AiCost() {
  const { data, error } = useQuery(aiUsage());
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading rows={4} />;
  const { today, month, budget, days, expected } = data;
  const spentDays = days.filter((day) => day.calls > 0 || day.cacheHits > 0);
  return (
    <div className={settingsStyles.section}>
      <Spent
        label="Tokens today"
        spent={today.tokens}
        limit={budget.tokensPerDay}
        format={formatCount}
        next="at 0:00 UTC"
      />
      <Spent
        label="Cost this month"
        spent={month.cost}
        limit={budget.currencyPerMonth}
        format={formatCost}
        next="on the first of the next month"
      />
      <p className={settingsStyles.muted}>{describeExpected(expected)}</p>
      {spentDays.length === 0 ? (
        <Notice kind="neutral">No AI calls in the last 30 days.</Notice>
      ) : (
        <DayTable days={spentDays} />
      )}
      <AiCalls />
    </div>
  );
}

const NEARLY = 0.9;

interface SpentProps {
  readonly label: string;
  readonly spent: number;
  readonly limit: number | null;
  readonly format: (amount: number) => string;
  /** When the budget renews. */
  readonly next: string;
}

function Spent({ label, spent, limit, format, next }: SpentProps) {
  return (
    <div className={styles.spent}>
      <span>
        {label}: <b>{format(spent)}</b>
        <span className={settingsStyles.muted}> {limit === null ? '(no limit)' : `of ${format(limit)}`}</span>
      </span>
      {limit !== null && (
        <meter
          min={0}
          max={Math.max(limit, spent, 1)}
          value={limit === 0 ? 1 : spent}
          low={limit * NEARLY}
          high={limit * NEARLY}
          optimum={0}
          aria-label={label}
        />
      )}
      {limit !== null && spent >= limit && (
        <Notice kind="doubtful">The budget is exhausted. Assessments resume {next}.</Notice>
      )}
      {limit !== null && spent < limit && spent >= limit * NEARLY && (
        <Notice kind="doubtful">The budget is almost exhausted.</Notice>
      )}
    </div>
  );
}

function DayTable({ days }: { readonly days: WireAiUsage['days'] }) {
  return (
    <ScrollingTable
      label="Cost by day"
      className={`${settingsStyles.table} ${cardStyles.lines}`}
      columns={[
        'Day',
        { name: 'Calls', className: settingsStyles.number },
        { name: 'Cached', className: settingsStyles.number },
        { name: 'Input tokens', className: settingsStyles.number },
        { name: 'Output tokens', className: settingsStyles.number },
        { name: 'Unanswered or failed', className: settingsStyles.number },
        { name: 'Cost', className: settingsStyles.number },
      ]}
    >
      {days.map(({ day, calls, cacheHits, tokensIn, tokensOut, outcomes, cost }) => (
        <tr key={day}>
          <td className={settingsStyles.nowrap}>{day}</td>
          <Count name="Calls" of={calls} />
          <Count name="Cached" of={cacheHits} />
          <Count name="Input tokens" of={tokensIn} />
          <Count name="Output tokens" of={tokensOut} />
          <Count name="Unanswered or failed" of={(outcomes['abstained'] ?? 0) + (outcomes['failed'] ?? 0)} />
          <td data-label="Cost" className={settingsStyles.number}>
            {formatCost(cost)}
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}

function Count({ name, of }: { readonly name: string; readonly of: number }) {
  return (
    <td data-label={name} className={settingsStyles.number}>
      {formatCount(of)}
    </td>
  );
}

/** AI calls with their outcome, newest first. Visible only with permission to change the settings. */
function AiCalls() {
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
      <p className={settingsStyles.muted}>
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

function CallTable({ calls }: { readonly calls: readonly WireAiCall[] }) {
  const [shown, setShown] = useState<string>();
  return (
    <ScrollingTable
      label="Calls"
      className={`${settingsStyles.table} ${cardStyles.lines}`}
      columns={[
        'Time',
        'Purpose',
        'Model',
        'Result',
        { name: 'Tokens', className: settingsStyles.number },
        { name: 'Cost', className: settingsStyles.number },
      ]}
    >
      {calls.map((call) => (
        <Fragment key={call.id}>
          <tr>
            <td className={settingsStyles.nowrap}>
              <Age instant={call.at} />
            </td>
            <td className={settingsStyles.wrap}>
              {describePurpose(call.purpose)}
              {call.findingId !== null && (
                <span className={settingsStyles.small}>
                  <PathLink path={toPath('findings', call.findingId)}>Finding</PathLink>
                </span>
              )}
            </td>
            <td className={settingsStyles.wrap}>
              <UntrustedText text={call.model} charactersMax={64} />
              <span className={settingsStyles.small}>
                <UntrustedText text={call.host} charactersMax={64} />
              </span>
            </td>
            <td className={`${settingsStyles.wrap} ${call.outcome === 'failed' ? settingsStyles.bad : ''}`}>
              <UntrustedText text={describeOutcome(call)} charactersMax={160} />
              <span className={settingsStyles.small}>
                {formatCount(call.latencyMs)} ms, {countOf(call.attempts, 'attempt')}
              </span>
              {call.hasBodies && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  px={0}
                  aria-expanded={call.id === shown}
                  onClick={() => setShown(call.id === shown ? undefined : call.id)}
                >
                  {call.id === shown ? 'Hide content' : 'Show content'}
                </Button>
              )}
            </td>
            <td data-label="Tokens" className={settingsStyles.number}>
              {formatCount(call.tokensIn + call.tokensOut)}
              {call.estimated && <span className={settingsStyles.small}>estimated</span>}
            </td>
            <td data-label="Cost" className={settingsStyles.number}>
              {formatCost(call.cost)}
            </td>
          </tr>
          {call.id === shown && (
            <tr>
              <td colSpan={6} data-wide className={settingsStyles.wrap}>
                <CallContent call={call} />
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </ScrollingTable>
  );
}

/** The stored request and response of a call. */
function CallContent({ call }: { readonly call: WireAiCall }) {
  const { data, error } = useQuery(aiCall(call.id));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading rows={2} />;
  if (data.bodies === null) return <Notice kind="neutral">The content was deleted.</Notice>;
  return <ExchangeShown bodies={data.bodies} about={describePurpose(call.purpose)} />;
}
