/** Additional facts about a step. */
import type { WireAction } from '../../../../src/api/contract/findings/remediation.ts';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import { EXISTS_TEXTS, joinNames } from '../text/step-text.ts';
import { toPath } from '../../../api/api-client.ts';
import { PathLink } from '../../../parts/navigation/path-link.tsx';
import { SEVERITY_LABELS } from '../../../text/severities.ts';
import styles from '../remediation.module.css';

const IMAGES_SHOWN = 10;

export function StepFacts({ action }: { readonly action: WireAction }) {
  const {
    package: found,
    from,
    to,
    archive,
    direct,
    introducedBy,
    images,
    evidence,
    confidence,
    withoutClean,
  } = action;
  return (
    <dl className={styles.pairs}>
      <dt>Package</dt>
      <dd>
        {found.ecosystem}
        {from.length > 0 && (
          <>
            , installed <UntrustedText text={from.join(', ')} charactersMax={200} />
          </>
        )}
      </dd>
      {archive !== null && (
        <>
          <dt>Archive</dt>
          <dd>
            <UntrustedText text={archive.text} charactersMax={600} />
          </dd>
        </>
      )}
      {archive === null && to !== null && (
        <>
          <dt>Target</dt>
          <dd>{EXISTS_TEXTS[action.verifiedExists]}</dd>
        </>
      )}
      <dt>Introduced by</dt>
      <dd>
        {introducedBy.length > 0 && <UntrustedText text={joinNames(introducedBy)} charactersMax={200} />}
        {introducedBy.length === 0 && DIRECT_LABELS[String(direct)]}
      </dd>
      {images.length > 0 && (
        <>
          <dt>{images.length === 1 ? 'Image' : `${formatCount(images.length)} images`}</dt>
          <dd>
            {images.slice(0, IMAGES_SHOWN).map((image) => (
              <div key={image}>
                <UntrustedText text={image} charactersMax={120} />
              </div>
            ))}
            {images.length > IMAGES_SHOWN && `and ${countOf(images.length - IMAGES_SHOWN, 'more image')}`}
          </dd>
        </>
      )}
      {evidence.length > 0 && (
        <>
          <dt>Evidence</dt>
          <dd>
            {evidence.map(({ package: name, version, seenIn }) => (
              <div key={`${name} ${version} ${seenIn}`}>
                <UntrustedText text={`${name} ${version} in ${seenIn ?? 'another service'}`} charactersMax={160} />
              </div>
            ))}
          </dd>
        </>
      )}
      {withoutClean !== null && withoutClean.text !== action.text && (
        <>
          <dt>No clean version</dt>
          <dd>
            <UntrustedText text={withoutClean.text} charactersMax={1_200} />
          </dd>
        </>
      )}
      <dt>Risk</dt>
      <dd>
        {describeWeight(action)}, effort {formatCount(action.effort)}, confidence {confidence}
      </dd>
      {action.remaining.length > 0 && (
        <>
          <dt>Remaining</dt>
          <dd>
            <VulnerabilityNames names={action.remaining} />
          </dd>
        </>
      )}
    </dl>
  );
}

const DIRECT_LABELS: Readonly<Record<string, string>> = {
  true: 'Direct dependency',
  false: 'Transitive dependency, parent unknown',
  null: 'Unknown',
};

function describeWeight({ gain, claim }: WireAction): string {
  if (claim === 'unknown') return 'unverified';
  return gain < 0 ? `adds ${toRisk(-gain)} of risk` : `removes ${toRisk(gain)} of risk`;
}

function toRisk(risk: number): string {
  return formatCount(Math.round(risk * 10) / 10);
}

const SHOWN = 10;

/** Vulnerability ids, each linked to its page. */
export function VulnerabilityNames({ names }: { readonly names: WireAction['remaining'] }) {
  const more = names.length - SHOWN;
  return (
    <>
      {names.slice(0, SHOWN).map(({ id, severity }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <PathLink path={toPath('vulnerabilities', id)}>
            <UntrustedText text={id} charactersMax={48} />
          </PathLink>{' '}
          ({SEVERITY_LABELS[severity].toLowerCase()})
        </span>
      ))}
      {more > 0 && ` and ${countOf(more, 'other')}`}
    </>
  );
}
