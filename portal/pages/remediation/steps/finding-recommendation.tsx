/** Recommendation for the package of a finding. The target version of the whole package comes first. */
import type { WireFinding } from '../../../../src/api/contract/findings/finding.ts';
import type { WireRecommendation } from '../../../../src/api/contract/findings/remediation.ts';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { ViewLink } from '../../../parts/navigation/view-link.tsx';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import {
  BREAKING_LABELS,
  describeAdvice,
  DISTANCE_LABELS,
  EXISTS_TEXTS,
  joinNames,
  nameStepOption,
} from '../text/step-text.ts';
import { Commands } from './step-options.tsx';
import { LazyDetails } from './lazy-details.tsx';
import styles from '../remediation.module.css';
import { VulnerabilityNames } from './step-facts.tsx';

interface FindingRecommendationProps {
  readonly finding: Pick<WireFinding, 'component' | 'fix'>;
  readonly recommendation: WireRecommendation;
}

export function FindingRecommendation({ finding: { component, fix }, recommendation }: FindingRecommendationProps) {
  const { to, text, archive, introducedBy, alternatives, withoutClean, remaining } = recommendation;
  const advice = describeAdvice(recommendation, component.name);
  const ownFix = fix.nearest !== to ? fix.nearest : null;
  return (
    <>
      {to !== null && (
        <p>
          <b>
            <code>
              <UntrustedText text={to} charactersMax={60} />
            </code>
          </b>{' '}
          {recommendation.clean ? 'fixes all known vulnerabilities of' : 'is the best known version of'}{' '}
          <UntrustedText text={component.name} charactersMax={96} />.{' '}
          <span className={styles.muted}>
            {DISTANCE_LABELS[recommendation.distance]}. {BREAKING_LABELS[recommendation.breaking]}.{' '}
            {archive === null && EXISTS_TEXTS[recommendation.verifiedExists]}
          </span>
        </p>
      )}
      {archive !== null && (
        <p>
          <UntrustedText text={archive.text} charactersMax={600} />
        </p>
      )}
      {advice !== undefined && (
        <p>
          <UntrustedText text={advice} charactersMax={1_200} />
        </p>
      )}
      {remaining.length > 0 && (
        <p>
          Remaining after the upgrade: <VulnerabilityNames names={remaining} />
        </p>
      )}
      {ownFix !== null && (
        <p className={styles.muted}>
          This finding alone is fixed in{' '}
          <code>
            <UntrustedText text={ownFix} charactersMax={60} />
          </code>
          {fix.channel !== null && `, which requires ${fix.channel}`}
          {to !== null && '; other findings of the package may remain'}.
        </p>
      )}
      {introducedBy.length > 0 && (
        <p className={styles.muted}>
          Introduced by <UntrustedText text={joinNames(introducedBy)} charactersMax={200} />.
        </p>
      )}
      <Commands answer={recommendation} name={component.name} hasKey />
      {withoutClean !== null && withoutClean.text !== text && (
        <p>
          <UntrustedText text={withoutClean.text} charactersMax={1_200} />
        </p>
      )}
      {alternatives.length > 0 && (
        <LazyDetails summary={countOf(alternatives.length, 'alternative')}>
          {() =>
            alternatives.map((option) => (
              <div key={`${option.kind} ${option.to} ${option.text}`}>
                <p>
                  <b>
                    <UntrustedText text={nameStepOption(option)} charactersMax={80} />
                  </b>{' '}
                  <UntrustedText text={option.text} charactersMax={600} />{' '}
                  <span className={styles.muted}>
                    {DISTANCE_LABELS[option.distance]}. {BREAKING_LABELS[option.breaking]}.
                  </span>
                </p>
                <Commands answer={option} name={component.name} />
              </div>
            ))
          }
        </LazyDetails>
      )}
      {recommendation.actionId !== null && (
        <p>
          <ViewLink view={{ tab: 'remediation', action: recommendation.actionId }}>
            {recommendation.step === null ? 'Show in plan' : `Step ${formatCount(recommendation.step)} of the plan`}
          </ViewLink>
        </p>
      )}
    </>
  );
}
