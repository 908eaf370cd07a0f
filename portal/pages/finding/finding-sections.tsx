/** Sections of an opened finding, in order of use: decision, fix, relevance, evidence, comments, history, scores, text. */
import type { ReactNode } from 'react';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import type { WireFindingDetails } from '../../../src/api/contract/history/history.ts';
import { toPath } from '../../api/api-client.ts';
import { UntrustedCode } from '../../parts/values/untrusted-code.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { BAND_LABELS, describeDeadline } from './explanation-text.ts';
import { CLASS_LABELS } from '../../text/findings/filter-text.ts';
import { describeFix, findDueDate, toDueText } from '../../text/findings/finding-text.ts';
import { FindingRecommendation } from '../remediation/steps/finding-recommendation.tsx';
import styles from './finding-drawer.module.css';
import { FindingMatch, FindingPlaces } from './finding-match.tsx';
import { EarlierDecisions } from '../decision/earlier-decisions.tsx';
import { FindingComments } from './finding-comments.tsx';
import { FindingDecision, type FindingActions } from './finding-decision.tsx';
import { FindingRelevance } from './finding-relevance.tsx';
import { FindingWork } from './finding-work.tsx';
import { FindingScores } from './finding-scores.tsx';
import { useQuery } from '@tanstack/react-query';
import { AdvisoryText } from '../../parts/values/advisory-text.tsx';
import { Loading, LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { vulnerabilityDetails } from '../../queries/findings/vulnerability.ts';
import { countOf } from '../../text/format/counts.ts';
import { findWebAddress } from '../../text/untrusted/web-address.ts';
import { Age } from '../../parts/values/age.tsx';
import { findingHistory } from './finding-queries.ts';
import { CAUSE_LABELS, describeEvent, describeWork } from '../../text/history/finding-history-text.ts';

interface FindingSectionsProps {
  readonly finding: WireFinding;
  /** Data that the list does not contain; undefined until loaded. */
  readonly details: WireFindingDetails | undefined;
  readonly actions: FindingActions;
}

export function FindingSections({ finding, details, actions }: FindingSectionsProps) {
  return (
    <div className={styles.sections}>
      <Summary finding={finding} />
      <Section title="Decision">
        <FindingDecision finding={finding} actions={actions} />
      </Section>
      <Section title="Assignment">
        {details === undefined ? <Loading rows={1} /> : <FindingWork finding={details} />}
      </Section>
      <Section title="Recommendation">
        {details?.recommendation ? (
          <FindingRecommendation finding={finding} recommendation={details.recommendation} />
        ) : (
          <Fix finding={finding} />
        )}
      </Section>
      <Section title="Relevance">
        <FindingRelevance finding={finding} actions={actions} />
      </Section>
      <Section title="Match">
        <FindingMatch finding={finding} />
      </Section>
      <Section title="Locations">
        <FindingPlaces finding={finding} paths={details?.component.paths} />
      </Section>
      <Section title="Comments">
        <FindingComments findingId={finding.id} />
      </Section>
      <Section title="History">
        <FindingHistory id={finding.id} />
        <EarlierDecisions findingId={finding.id} />
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
  const dueDate = findDueDate(finding);
  const due = toDueText(dueDate, nowMs);
  return (
    <div className={styles.section}>
      <p className={styles.title}>
        <UntrustedText text={vulnerability.title} charactersMax={400} />
      </p>
      <p className={styles.facts}>
        <SeverityChip severity={vulnerability.severity} />
        <b>{BAND_LABELS[priority.band]}</b>
        {dueDate !== null && (
          <span title={priority.deadline === null ? undefined : describeDeadline(priority.deadline)}>
            Fix {due ?? 'due'} {due === undefined ? dueDate.slice(0, 10) : `(${dueDate.slice(0, 10)})`}
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
        In <UntrustedText text={component.name} /> <UntrustedCode text={component.version} charactersMax={60} />
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
        <UntrustedCode text={component.version} charactersMax={60} /> to{' '}
        <b>
          <UntrustedCode text={text} charactersMax={60} />
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

/** History of a finding across the versions of its service, with causes. */
function FindingHistory({ id }: { readonly id: string }) {
  const { data, error } = useQuery(findingHistory(id));
  if (error !== null || data === undefined) return <LoadingOrProblem data={data} error={error} rows={1} />;
  return (
    <>
      <p>
        First seen <Age instant={data.firstSeen.at} />.
      </p>
      <ul className={styles.events}>
        {data.events.slice(0, 10).map(({ id: eventId, type, at, version, cause, detail }) => (
          <li key={eventId}>
            <b>
              <UntrustedText text={describeWork(type, detail) ?? describeEvent(type)} charactersMax={160} />
            </b>{' '}
            <Age instant={at} />
            {version !== null && (
              <>
                {' '}
                in <UntrustedText text={version.name} charactersMax={60} />
              </>
            )}
            {cause !== null && <span className={styles.muted}>: {CAUSE_LABELS[cause]}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** All of it is untrusted text. */
function FindingDescription({ vulnerability }: { readonly vulnerability: WireFinding['vulnerability'] }) {
  const { data, error } = useQuery(vulnerabilityDetails(vulnerability.id));
  return (
    <>
      <LoadingOrProblem data={data} error={error} rows={2} />
      {data !== undefined && data.details !== '' && <AdvisoryText markdown={data.details} />}
      <References references={vulnerability.references} />
      <p>
        <PathLink path={toPath('vulnerabilities', vulnerability.id)}>Vulnerability details</PathLink>
      </p>
    </>
  );
}

const REFERENCES_SHOWN = 20;

function References({ references }: { readonly references: readonly string[] }) {
  if (references.length === 0) return null;
  return (
    <ul className={styles.references}>
      {[...new Set(references)].slice(0, REFERENCES_SHOWN).map((reference) => {
        const address = findWebAddress([reference]);
        return (
          <li key={reference}>
            {address === undefined ? (
              <UntrustedText text={reference} charactersMax={120} />
            ) : (
              <a href={address.href} target="_blank" rel="noopener nofollow">
                <UntrustedText text={address.href} charactersMax={120} />
              </a>
            )}
          </li>
        );
      })}
      {references.length > REFERENCES_SHOWN && (
        <li className={styles.muted}>and {countOf(references.length - REFERENCES_SHOWN, 'more reference')}</li>
      )}
    </ul>
  );
}
