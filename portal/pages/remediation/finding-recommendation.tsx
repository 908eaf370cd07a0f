/** Recommendation for the package of a finding. The target version of the whole package comes first. */
import type { WireFinding } from '../../../src/api/contract/finding.ts';
import type { WireRecommendation } from '../../../src/api/contract/remediation.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { ViewLink } from '../../parts/view-link.tsx';
import { countOf, formatCount } from '../../wording/counts.ts';
import {
  BREAKING_WORDS,
  describeAdvice,
  DISTANCE_WORDS,
  EXISTS_WORDS,
  joinNames,
  nameWay,
} from '../../wording/remediation-words.ts';
import { Commands } from './commands.tsx';
import { LazyDetails } from './lazy-details.tsx';
import styles from './remediation.module.css';
import { VulnerabilityNames } from './vulnerability-names.tsx';

export interface FindingRecommendationProps {
  readonly finding: Pick<WireFinding, 'component' | 'fix'>;
  readonly recommendation: WireRecommendation;
}

export function FindingRecommendation({ finding: { component, fix }, recommendation }: FindingRecommendationProps) {
  const { to, text, introducedBy, alternatives, withoutClean, remaining } = recommendation;
  const advice = describeAdvice(recommendation, component.name);
  const ownFix = fix.nearest !== to ? fix.nearest : null;
  return (
    <>
      {to !== null && (
        <p>
          <b>
            <code>
              <HostileText text={to} charactersMax={60} />
            </code>
          </b>{' '}
          {recommendation.clean ? 'ends all that is known of' : 'is the best version known of'}{' '}
          <HostileText text={component.name} charactersMax={96} />.{' '}
          <span className={styles.muted}>
            {DISTANCE_WORDS[recommendation.distance]}; {BREAKING_WORDS[recommendation.breaking]} (a hint).{' '}
            {EXISTS_WORDS[recommendation.verifiedExists]}
          </span>
        </p>
      )}
      {advice !== undefined && (
        <p>
          <HostileText text={advice} charactersMax={1_200} />
        </p>
      )}
      {remaining.length > 0 && (
        <p>
          {countOf(remaining.length, 'vulnerability', 'vulnerabilities')} still there afterwards:{' '}
          <VulnerabilityNames names={remaining} />
        </p>
      )}
      {ownFix !== null && (
        <p className={styles.muted}>
          This finding alone ends with{' '}
          <code>
            <HostileText text={ownFix} charactersMax={60} />
          </code>
          {fix.channel !== null && `, which requires ${fix.channel}`}
          {to !== null && '; others of the package may stay'}.
        </p>
      )}
      {introducedBy.length > 0 && (
        <p className={styles.muted}>
          Brought in by <HostileText text={joinNames(introducedBy)} charactersMax={200} />.
        </p>
      )}
      <Commands answer={recommendation} name={component.name} hasKey />
      {withoutClean !== null && withoutClean.text !== text && (
        <p>
          <HostileText text={withoutClean.text} charactersMax={1_200} />
        </p>
      )}
      {alternatives.length > 0 && (
        <LazyDetails summary={countOf(alternatives.length, 'other way')}>
          {() =>
            alternatives.map((way) => (
              <div key={`${way.kind} ${way.to} ${way.text}`}>
                <p>
                  <b>
                    <HostileText text={nameWay(way)} charactersMax={80} />
                  </b>{' '}
                  <HostileText text={way.text} charactersMax={600} />{' '}
                  <span className={styles.muted}>
                    {DISTANCE_WORDS[way.distance]}; {BREAKING_WORDS[way.breaking]} (a hint).
                  </span>
                </p>
                <Commands answer={way} name={component.name} />
              </div>
            ))
          }
        </LazyDetails>
      )}
      {recommendation.actionId !== null && (
        <p>
          <ViewLink view={{ tab: 'remediation', action: recommendation.actionId }}>
            {recommendation.step === null ? 'In the plan' : `Step ${formatCount(recommendation.step)} of the plan`}
          </ViewLink>
        </p>
      )}
    </>
  );
}
