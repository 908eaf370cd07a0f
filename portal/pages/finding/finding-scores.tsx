/** Published severity scores with their sources, and how the score of the finding was derived from them. */
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { toPercent } from '../../text/findings/filter-text.ts';
import styles from './finding-drawer.module.css';
import { ContextualScore, DeadlineText, RiskBreakdown } from './finding-priority.tsx';

export function FindingScores({ finding }: { readonly finding: WireFinding }) {
  const { vulnerability, priority } = finding;
  const { cvss, epss, kev, ssvc, cwes } = vulnerability;
  return (
    <dl className={styles.pairs}>
      {cvss.map(({ version, score, vector }) => (
        <Pair key={vector} name={`CVSS ${version}`}>
          <b>{score.toFixed(1)}</b>{' '}
          <code>
            <UntrustedText text={vector} charactersMax={160} />
          </code>
        </Pair>
      ))}
      {priority.contextual !== null && (
        <Pair name="CVSS in context">
          <ContextualScore contextual={priority.contextual} />
        </Pair>
      )}
      <Pair name="Probability of exploitation (EPSS)">
        {epss === null ? 'unknown' : toPercent(epss.score)}
        {typeof epss?.percentile === 'number' && `, higher than ${toPercent(epss.percentile)} of all vulnerabilities`}
      </Pair>
      {ssvc !== null && (
        <Pair name="SSVC (CISA)">
          exploitation {ssvc.exploitation ?? 'unknown'}, automatable {toYesNo(ssvc.automatable)}, technical impact{' '}
          {ssvc.technicalImpact ?? 'unknown'}
        </Pair>
      )}
      {kev !== null && (
        <Pair name="Known exploited">
          since {kev.dateAdded}
          {kev.action !== null && (
            <>
              . <UntrustedText text={kev.action} charactersMax={400} />
            </>
          )}
        </Pair>
      )}
      {cwes.length > 0 && (
        <Pair name="Weaknesses">
          <UntrustedText text={cwes.join(', ')} charactersMax={200} />
        </Pair>
      )}
      <Pair name="Risk">
        <RiskBreakdown priority={priority} />
      </Pair>
      <Pair name="Deadline">
        <DeadlineText finding={finding} />
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
  if (value === null) return 'unknown';
  return value ? 'yes' : 'no';
}
