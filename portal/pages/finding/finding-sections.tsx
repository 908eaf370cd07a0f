/** Sections of an opened finding, in order of use: description, recommendation, cause, locations, relevance. */
import type { ReactNode } from 'react';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import type { WireFindingDetails } from '../../../src/api/contract/history/finding-details.ts';
import { toPath } from '../../api/api-client.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { describeAssumption } from './assumption-text.ts';
import { CLASS_LABELS } from '../../text/findings/filter-text.ts';
import { describeFix } from '../../text/findings/fix-text.ts';
import { toDueText } from '../../text/findings/finding-text.ts';
import { BAND_LABELS, describeDeadline } from './priority-text.ts';
import { describeRange } from '../../text/findings/range-text.ts';
import { FindingRecommendation } from '../remediation/steps/finding-recommendation.tsx';
import styles from './finding-drawer.module.css';
import { FindingHistory } from './finding-history.tsx';
import { FindingPlaces } from './finding-places.tsx';
import { FindingDecide, FindingRelevance, type FindingActions } from './finding-relevance.tsx';
import { FindingScores } from './finding-scores.tsx';
import { FindingDescription } from './finding-description.tsx';

export interface FindingSectionsProps {
  readonly finding: WireFinding;
  /** Data that the list does not contain; undefined until loaded. */
  readonly details: WireFindingDetails | undefined;
  readonly actions: FindingActions;
}

export function FindingSections({ finding, details, actions }: FindingSectionsProps) {
  return (
    <div className={styles.sections}>
      <Summary finding={finding} />
      <Section title="Recommendation">
        {details?.recommendation ? (
          <FindingRecommendation finding={finding} recommendation={details.recommendation} />
        ) : (
          <Fix finding={finding} />
        )}
      </Section>
      <Section title="Match">
        <Match finding={finding} />
      </Section>
      <Section title="Locations">
        <FindingPlaces finding={finding} paths={details?.component.paths} />
      </Section>
      <Section title="Relevance">
        <FindingRelevance finding={finding} actions={actions} />
      </Section>
      <Section title="Decide">
        <FindingDecide finding={finding} actions={actions} />
      </Section>
      <Section title="History">
        <FindingHistory id={finding.id} />
        {details !== undefined && (
          <p>
            <PathLink path={toPath('services', details.service.name, 'cve', finding.vulnerability.id)}>
              History in all versions
            </PathLink>
          </p>
        )}
      </Section>
      <Section title="Scores">
        <FindingScores finding={finding} />
      </Section>
      <Section title="Description and references">
        <FindingDescription vulnerability={finding.vulnerability} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Summary({ finding }: { readonly finding: WireFinding }) {
  const { vulnerability, component, priority } = finding;
  const { kev } = vulnerability;
  const nowMs = useNow();
  const isDue = finding.state === 'open' && finding.relevance.status !== 'not_relevant';
  const ownDue = toDueText(priority.deadline?.dueAt ?? null, nowMs);
  return (
    <div className={styles.section}>
      <p className={styles.title}>
        <UntrustedText text={vulnerability.title} charactersMax={400} />
      </p>
      <p className={styles.facts}>
        <SeverityChip severity={vulnerability.severity} />
        <b>{BAND_LABELS[priority.band]}</b>
        {priority.deadline?.dueAt && isDue && (
          <span title={describeDeadline(priority.deadline)}>
            due {priority.deadline.dueAt.slice(0, 10)}
            {ownDue !== undefined && ` (${ownDue})`}
          </span>
        )}
        {finding.class !== 'vulnerability' && <span className={styles.alarm}>{CLASS_LABELS[finding.class]}</span>}
        {kev !== null && (
          <span className={styles.alarm}>
            Known exploited since {kev.dateAdded}
            {kev.ransomware && ', used by ransomware'}
            {kev.dueDate !== null && `, CISA due date ${kev.dueDate}`}
          </span>
        )}
        {vulnerability.withdrawnAt !== null && <span>Withdrawn on {vulnerability.withdrawnAt.slice(0, 10)}</span>}
      </p>
      <p>
        In <UntrustedText text={component.name} />{' '}
        <code>
          <UntrustedText text={component.version} charactersMax={60} />
        </code>
        {vulnerability.aliases.length > 0 && (
          <span className={styles.muted}>
            . Aliases: <UntrustedText text={vulnerability.aliases.join(', ')} charactersMax={240} />
          </span>
        )}
      </p>
    </div>
  );
}

function Fix({ finding: { fix, component } }: { readonly finding: WireFinding }) {
  const { text, isVersion, note } = describeFix(fix);
  if (!isVersion) return <p>{NO_FIX[fix.state]}</p>;
  const others = fix.versions.filter((version) => version !== text);
  return (
    <>
      <p>
        Upgrade <UntrustedText text={component.name} /> from{' '}
        <code>
          <UntrustedText text={component.version} charactersMax={60} />
        </code>{' '}
        to{' '}
        <b>
          <code>
            <UntrustedText text={text} charactersMax={60} />
          </code>
        </b>
        , the first version that fixes this finding{note === undefined ? '' : ` (${note})`}.
      </p>
      {others.length > 0 && (
        <p className={styles.muted}>
          Also fixed in <UntrustedText text={others.join(', ')} charactersMax={200} />
        </p>
      )}
    </>
  );
}

const NO_FIX: Readonly<Record<WireFinding['fix']['state'], string>> = {
  fixed: 'Fixed, but the advisory does not name the version.',
  not_fixed: 'No fixed version yet.',
  wont_fix: 'The distribution will not fix it.',
  deferred: 'The distribution deferred the fix.',
  eol: 'This release is no longer supported. Move to a supported release.',
  unknown: 'The advisory does not say whether a fix exists.',
};

const CONFIDENCE_LABELS: Readonly<Record<WireFinding['match']['confidence'], string>> = {
  high: 'Package and version identified exactly.',
  medium: 'Based on an assumption, for example about the source package.',
  low: 'Uncertain match. Verify it before you act.',
};

const OUTCOME_LABELS: Readonly<Record<WireFinding['match']['records'][number]['outcome'], string>> = {
  affected: 'affected',
  not_affected: 'not affected',
  cannot_assess: 'cannot be assessed',
};

function Match({ finding: { match, component, fix } }: { readonly finding: WireFinding }) {
  return (
    <dl className={styles.pairs}>
      {match.disputed && (
        <>
          <dt>Sources disagree</dt>
          <dd>
            <ul className={styles.plain}>
              {match.records.map(({ recordId, outcome, range }) => (
                <li key={`${recordId} ${range}`}>
                  <UntrustedText text={recordId} charactersMax={80} />: {OUTCOME_LABELS[outcome]} (
                  <UntrustedText text={describeRange(range)} charactersMax={200} />)
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
      <dt>Affected</dt>
      <dd>
        <UntrustedText text={describeRange(match.range)} charactersMax={200} />; installed:{' '}
        <code>
          <UntrustedText text={component.version} charactersMax={60} />
        </code>
        {fix.nearest !== null && (
          <>
            , fixed in{' '}
            <code>
              <UntrustedText text={fix.nearest} charactersMax={60} />
            </code>
          </>
        )}
      </dd>
      <dt>Record</dt>
      <dd>
        <UntrustedText text={match.recordId} charactersMax={80} /> from {match.source}
      </dd>
      <dt>Matched</dt>
      <dd>
        {match.via === 'source' ? 'by source package' : 'by package'}, version scheme {match.scheme}
      </dd>
      <dt>Confidence</dt>
      <dd>
        {match.confidence}.{' '}
        {match.assumptions.length === 0
          ? CONFIDENCE_LABELS[match.confidence]
          : match.assumptions.map(describeAssumption).join(' ')}
      </dd>
    </dl>
  );
}
