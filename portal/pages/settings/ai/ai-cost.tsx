/** AI cost compared with the budget, by day, and the single calls. */
import { useQuery } from '@tanstack/react-query';
import type { WireAiUsage } from '../../../../src/api/contract/ai.ts';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { TableRegion } from '../../../parts/layout/table-region.tsx';
import { aiUsage } from '../../../queries/organization/ai.ts';
import { formatCost } from '../../../text/analysis/ai-text.ts';
import { formatCount } from '../../../text/format/counts.ts';
import { AiCalls } from './ai-calls.tsx';
import settingsStyles from '../settings.module.css';
import styles from './ai.module.css';

export function AiCost() {
  const { data, error } = useQuery(aiUsage());
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading rows={4} />;
  const { today, month, budget, days } = data;
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
    <TableRegion label="Cost by day">
      <table className={settingsStyles.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <NumberHead>Calls</NumberHead>
            <NumberHead>Cached</NumberHead>
            <NumberHead>Input tokens</NumberHead>
            <NumberHead>Output tokens</NumberHead>
            <NumberHead>Unanswered or failed</NumberHead>
            <NumberHead>Cost</NumberHead>
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

function NumberHead({ children }: { readonly children: string }) {
  return (
    <th scope="col" className={settingsStyles.number}>
      {children}
    </th>
  );
}

function Count({ of }: { readonly of: number }) {
  return <td className={settingsStyles.number}>{formatCount(of)}</td>;
}
