/** Findings introduced, resolved and changed between two versions, each with its cause. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Cause } from '../../../src/core/vocabulary/change.ts';
import type { WireDiff } from '../../../src/api/contract/history/diff.ts';
import { Age } from '../../parts/values/age.tsx';
import { Choices } from '../../parts/navigation/choices.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { findingSummary } from '../../queries/findings/findings.ts';
import { versionDetails } from '../../queries/services/versions.ts';
import { countByCause, describeNewAdvisories, describeMissingImages } from '../../text/history/evidence-text.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { describeFixedOnly } from '../../text/analysis/coverage-text.ts';
import { CAUSE_LABELS } from '../../text/history/finding-history-text.ts';
import { ChangedFindings } from './changed-findings.tsx';
import styles from './compare.module.css';

export interface CompareResultProps {
  readonly service: string;
  readonly diff: WireDiff;
  readonly cause: Cause | undefined;
}

const KINDS = [
  { kind: 'introduced', title: 'Introduced', none: 'No findings introduced.' },
  { kind: 'resolved', title: 'Fixed', none: 'No findings fixed.' },
  { kind: 'changed', title: 'Changed', none: '' },
] as const;

export function CompareResult({ service, diff, cause }: CompareResultProps) {
  const { base, head, findings } = diff;
  const advisoryNote = describeNewAdvisories(findings);
  const causes = countByCause([...findings.introduced, ...findings.resolved, ...findings.changed]);
  return (
    <>
      <div className={styles.sides}>
        <Side service={service} title="From" version={base} />
        <Side service={service} title="To" version={head} />
      </div>
      <ul className={styles.counts} aria-label="Change summary">
        {KINDS.map(({ kind, title }) => (
          <li key={kind}>
            <a href={`#${kind}`} className={styles.figure}>
              {formatCount(findings.counts[kind])}
            </a>{' '}
            {title.toLowerCase()}
          </li>
        ))}
        {findings.counts.notUploaded > 0 && (
          <li>
            <a href="#notUploaded" className={styles.figure}>
              {formatCount(findings.counts.notUploaded)}
            </a>{' '}
            not uploaded yet
          </li>
        )}
        <li>
          <span className={styles.figure}>{formatCount(findings.unchanged)}</span> unchanged
        </li>
      </ul>
      {diff.notUploaded.length > 0 && (
        <Notice kind="doubtful">
          <UntrustedText text={describeMissingImages(diff)} charactersMax={600} />
        </Notice>
      )}
      {advisoryNote !== undefined && <p className={styles.note}>{advisoryNote}</p>}
      {causes.length > 1 && (
        <Choices
          label="Causes"
          choices={[
            { name: 'All causes', view: { cause: undefined }, isChosen: cause === undefined },
            ...causes.map(([each, count]) => ({
              name: CAUSE_LABELS[each],
              view: { cause: each },
              isChosen: cause === each,
              more: formatCount(count),
            })),
          ]}
        />
      )}
      {KINDS.filter(({ kind, none }) => none !== '' || findings.counts[kind] > 0).map(({ kind, title, none }) => (
        <Section key={kind} id={kind} title={`${title} (${formatCount(findings.counts[kind])})`}>
          <ChangedFindings
            service={service}
            label={title}
            version={kind === 'resolved' ? undefined : head.name}
            findings={findings[kind].filter((each) => cause === undefined || each.cause === cause)}
            count={findings.counts[kind]}
            none={none}
            isNarrowed={cause !== undefined}
          />
        </Section>
      ))}
      {findings.counts.notUploaded > 0 && (
        <Section id="notUploaded" title={`Not uploaded yet (${formatCount(findings.counts.notUploaded)})`}>
          <ChangedFindings
            service={service}
            label="Not uploaded yet"
            version={undefined}
            findings={findings.notUploaded}
            count={findings.counts.notUploaded}
            none=""
            isNarrowed={false}
          />
        </Section>
      )}
    </>
  );
}

interface SideProps {
  readonly service: string;
  readonly title: string;
  readonly version: WireDiff['head'];
}

/** Without these numbers, "No findings introduced" could mean that nothing was checked. */
function Side({ service, title, version: { name, analysisId, analyzedAt } }: SideProps) {
  const address = { service, version: name };
  const details = useQuery(versionDetails(address)).data;
  const summary = useQuery(findingSummary(address, {})).data;
  return (
    <div className={styles.side}>
      <p className={styles.sideHead}>
        {title}{' '}
        <Link to="/services/$service/versions/$version" params={address}>
          <UntrustedText text={name} charactersMax={48} />
        </Link>
        {details !== undefined && (
          <span className={styles.muted}>
            , received <Age instant={details.createdAt} />
          </span>
        )}
      </p>
      {analysisId === null && <Notice kind="doubtful">Not analyzed yet, so its findings are unknown.</Notice>}
      {summary !== undefined && summary.coverage !== null && (
        <p className={styles.muted}>
          {formatCount(summary.coverage.checked)} of {countOf(summary.coverage.components, 'component')} checked
          {summary.coverage.fixedIssuesOnly > 0 && `, ${describeFixedOnly(summary.coverage)}`},{' '}
          <Link to="/services/$service/versions/$version" params={address}>
            {formatCount(summary.total)} open
          </Link>
          ,{' '}
          <Link to="/services/$service/versions/$version" params={address} search={{ relevance: 'not_relevant' }}>
            {formatCount(summary.hidden)} not relevant
          </Link>
        </p>
      )}
      {analyzedAt !== null && (
        <p className={styles.muted}>
          Analyzed <Age instant={analyzedAt} />
          {details?.data && <>, data snapshot {formatCount(details.data.snapshot)}</>}
          {details?.data?.asOf && (
            <>
              {' '}
              from <Age instant={details.data.asOf} />
            </>
          )}
        </p>
      )}
    </div>
  );
}
