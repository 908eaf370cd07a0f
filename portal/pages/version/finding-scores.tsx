/** How bad others say it is, each with its source, and how the own number was made from it. */
import type { WireFinding } from '../../../src/api/contract/finding.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { toPercent } from '../../wording/filter-words.ts';
import styles from './finding-drawer.module.css';

type Reason = WireFinding['priority']['reasons'][number];

export function FindingScores({ finding: { vulnerability, priority } }: { readonly finding: WireFinding }) {
  const { cvss, epss, kev, ssvc, cwes } = vulnerability;
  return (
    <dl className={styles.pairs}>
      {cvss.map(({ version, score, vector }) => (
        <Pair key={vector} name={`CVSS ${version}`}>
          <b>{score.toFixed(1)}</b>{' '}
          <code>
            <HostileText text={vector} charactersMax={160} />
          </code>
        </Pair>
      ))}
      <Pair name="Chance of exploitation in the next 30 days (EPSS)">
        {epss === null ? 'not known' : toPercent(epss.score)}
        {typeof epss?.percentile === 'number' && `, higher than ${toPercent(epss.percentile)} of all`}
      </Pair>
      {ssvc !== null && (
        <Pair name="Stakeholder-specific categorization (SSVC) by CISA">
          exploitation {ssvc.exploitation ?? 'not known'}, automatable {toYesNo(ssvc.automatable)}, technical impact{' '}
          {ssvc.technicalImpact ?? 'not known'}
        </Pair>
      )}
      {kev !== null && (
        <Pair name="Known exploited">
          since {kev.dateAdded}
          {kev.action !== null && (
            <>
              . <HostileText text={kev.action} charactersMax={400} />
            </>
          )}
        </Pair>
      )}
      {cwes.length > 0 && (
        <Pair name="Weaknesses">
          <HostileText text={cwes.join(', ')} charactersMax={200} />
        </Pair>
      )}
      <Pair name="Risk">
        <b>{priority.risk.toFixed(1)}</b> of 100, band {priority.band}
        {priority.reasons.length > 0 && (
          <ul className={styles.plain}>
            {priority.reasons.map((reason) => (
              <li key={`${reason.factor} ${reason.code}`}>{describeReason(reason)}</li>
            ))}
          </ul>
        )}
      </Pair>
    </dl>
  );
}

function Pair({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function toYesNo(value: boolean | null): string {
  if (value === null) return 'not known';
  return value ? 'yes' : 'no';
}

function describeReason({ factor, code, value, from }: Reason): string {
  return `${factor}: ${value} (${code}${from === null ? '' : `, from ${from}`})`;
}
