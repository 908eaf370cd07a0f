/** What has been spent, against the budget and day by day, and each call with what became of it. */
import { useQuery } from '@tanstack/react-query';
import type { WireAiUsage } from '../../../src/api/contract/ai.ts';
import { Age } from '../../parts/age.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TableRegion } from '../../parts/table-region.tsx';
import { aiCalls, aiUsage, type AiCall } from '../../queries/ai.ts';
import { describeOutcome, describePurpose, formatCost } from '../../wording/ai-words.ts';
import { countOf, formatCount } from '../../wording/counts.ts';
import settingsStyles from '../settings/settings.module.css';
import styles from './ai.module.css';

export function AiCost() {
  const usage = useQuery(aiUsage());
  const calls = useQuery(aiCalls());
  const error = usage.error ?? calls.error;
  if (error !== null) return <Problem error={error} />;
  if (usage.data === undefined || calls.data === undefined) return <Loading rows={4} />;
  const { today, month, budget, days } = usage.data;
  const spentDays = days.filter((day) => day.calls > 0 || day.cacheHits > 0);
  return (
    <div className={settingsStyles.section}>
      <Spent label="Tokens today" spent={today.tokens} limit={budget.tokensPerDay} format={formatCount} />
      <Spent label="Cost this month" spent={month.cost} limit={budget.currencyPerMonth} format={formatCost} />
      {spentDays.length === 0 ? (
        <Notice kind="neutral">No model was asked in the last 30 days.</Notice>
      ) : (
        <DayTable days={spentDays} />
      )}
      {calls.data.items.length > 0 && (
        <>
          <h3>Calls</h3>
          <p className={settingsStyles.muted}>
            {calls.data.total > calls.data.items.length
              ? `The newest ${formatCount(calls.data.items.length)} of ${countOf(calls.data.total, 'call')}.`
              : `${countOf(calls.data.total, 'call')}.`}
          </p>
          <CallTable calls={calls.data.items} />
        </>
      )}
    </div>
  );
}

interface SpentProps {
  readonly label: string;
  readonly spent: number;
  readonly limit: number | null;
  readonly format: (amount: number) => string;
}

function Spent({ label, spent, limit, format }: SpentProps) {
  return (
    <div className={styles.spent}>
      <span>
        {label}: <b>{format(spent)}</b>
        <span className={settingsStyles.muted}> {limit === null ? '(no limit)' : `of ${format(limit)}`}</span>
      </span>
      {limit !== null && (
        <meter min={0} max={Math.max(limit, spent, 1)} value={spent} high={limit} aria-label={label} />
      )}
    </div>
  );
}

function DayTable({ days }: { readonly days: WireAiUsage['days'] }) {
  return (
    <TableRegion label="Cost by day">
      <table className={settingsStyles.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Calls</th>
            <th scope="col">Known already</th>
            <th scope="col">Tokens sent</th>
            <th scope="col">Tokens answered</th>
            <th scope="col">No answer or failed</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, calls, cacheHits, tokensIn, tokensOut, outcomes, cost }) => (
            <tr key={day}>
              <td className={settingsStyles.nowrap}>{day}</td>
              <Count of={calls} />
              <Count of={cacheHits} />
              <Count of={tokensIn} />
              <Count of={tokensOut} />
              <Count of={(outcomes['abstained'] ?? 0) + (outcomes['failed'] ?? 0)} />
              <td className={settingsStyles.number}>{formatCost(cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

function Count({ of }: { readonly of: number }) {
  return <td className={settingsStyles.number}>{formatCount(of)}</td>;
}

function CallTable({ calls }: { readonly calls: readonly AiCall[] }) {
  return (
    <TableRegion label="Calls">
      <table className={settingsStyles.table}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What for</th>
            <th scope="col">Model</th>
            <th scope="col">What became of it</th>
            <th scope="col">Tokens</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <tr key={call.id}>
              <td className={settingsStyles.nowrap}>
                <Age instant={call.at} />
              </td>
              <td>{describePurpose(call.purpose)}</td>
              <td className={settingsStyles.wrap}>
                <HostileText text={call.model} charactersMax={64} />
                <span className={settingsStyles.small}>
                  <HostileText text={call.host} charactersMax={64} />
                </span>
              </td>
              <td className={`${settingsStyles.wrap} ${call.outcome === 'failed' ? settingsStyles.bad : ''}`}>
                <HostileText text={describeOutcome(call)} charactersMax={160} />
                <span className={settingsStyles.small}>
                  {formatCount(call.latencyMs)} ms, {countOf(call.attempts, 'attempt')}
                </span>
              </td>
              <td className={settingsStyles.number}>
                {formatCount(call.tokensIn + call.tokensOut)}
                {call.estimated && <span className={settingsStyles.small}>estimated</span>}
              </td>
              <td className={settingsStyles.number}>{formatCost(call.cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}
