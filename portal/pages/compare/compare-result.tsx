/** Findings introduced, resolved and changed between two versions, each with its cause. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Cause } from '../../../src/core/vocabulary/change.ts';
import type { WireDiff } from '../../../src/api/contract/history/diff.ts';
import { Age } from '../../parts/values/age.tsx';
import { Choices } from '../../parts/navigation/choices.tsx';
import { VersionLink } from '../../parts/navigation/service-links.tsx';
import { UntrustedCode } from '../../parts/values/untrusted-code.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { findingSummary } from '../../queries/findings/findings.ts';
import { versionDetails } from '../../queries/services/versions.ts';
import {
  countByCause,
  describeNewAdvisories,
  describeMissingImages,
  describeEvidence,
} from '../../text/history/evidence-text.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { describeFixedOnly } from '../../text/analysis/coverage-text.ts';
import { CAUSE_LABELS } from '../../text/history/finding-history-text.ts';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './compare.module.css';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { describeFix } from '../../text/findings/finding-text.ts';

interface CompareResultProps {
  readonly service: string;
  readonly diff: WireDiff;
  readonly cause: Cause | undefined;
}

const KINDS = [
  { kind: 'introduced', title: 'Introduced', none: 'No findings introduced.' },
  { kind: 'resolved', title: 'Fixed', none: 'No findings fixed.' },
  { kind: 'changed', title: 'Changed', none: '' },
  { kind: 'notUploaded', title: 'Not uploaded yet', none: '' },
] as const;

export function CompareResult({ service, diff, cause }: CompareResultProps) {
  const { base, head, findings } = diff;
  const advisoryNote = describeNewAdvisories(findings);
  const kinds = KINDS.filter(({ kind }) => kind !== 'notUploaded' || findings.counts.notUploaded > 0);
  const causes = countByCause([...findings.introduced, ...findings.resolved, ...findings.changed]);
  return (
    <>
      <div className={styles.sides}>
        <Side service={service} title="From" version={base} />
        <Side service={service} title="To" version={head} />
      </div>
      <ul className={styles.counts} aria-label="Change summary">
        {kinds.map(({ kind, title }) => (
          <li key={kind}>
            <a href={`#${kind}`} className={styles.figure}>
              {formatCount(findings.counts[kind])}
            </a>{' '}
            {title.toLowerCase()}
          </li>
        ))}
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
      {kinds
        .filter(({ kind, none }) => none !== '' || findings.counts[kind] > 0)
        .map(({ kind, title, none }) => (
          <Section key={kind} id={kind} title={`${title} (${formatCount(findings.counts[kind])})`}>
            <ChangedFindings
              service={service}
              label={title}
              version={kind === 'resolved' || kind === 'notUploaded' ? undefined : head.name}
              findings={findings[kind]}
              count={findings.counts[kind]}
              none={none}
              cause={kind === 'notUploaded' ? undefined : cause}
            />
          </Section>
        ))}
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
        {title} <VersionLink {...address} charactersMax={48} />
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

type Explained = WireDiff['findings']['introduced'][number];
/** A finding of an image that was not uploaded has no cause. */
type Shown = WireDiff['findings']['notUploaded'][number] & Partial<Pick<Explained, 'cause' | 'evidence'>>;

interface ChangedFindingsProps {
  readonly service: string;
  readonly label: string;
  /** The version that contains them; undefined if they are gone. */
  readonly version: string | undefined;
  readonly findings: readonly Shown[];
  /** Total, including findings that the API left out. */
  readonly count: number;
  readonly none: string;
  /** Undefined: all causes. */
  readonly cause: Cause | undefined;
}

/** A present finding links to its version, a resolved one to its history. */
function ChangedFindings({ service, label, version, findings, count, none, cause }: ChangedFindingsProps) {
  const isNarrowed = cause !== undefined;
  const shown = isNarrowed ? findings.filter((each) => each.cause === cause) : findings;
  if (shown.length === 0)
    return <p className={styles.muted}>{isNarrowed && count > 0 ? 'No findings with this cause.' : none}</p>;
  return (
    <>
      <ScrollingTable
        label={label}
        className={`${styles.findings} ${cardStyles.lines}`}
        columns={['Severity', 'Vulnerability', 'Component', 'Cause', 'Fix']}
      >
        {shown.map((finding) => (
          <FindingRow key={finding.id} service={service} version={version} finding={finding} />
        ))}
      </ScrollingTable>
      {!isNarrowed && count > shown.length && (
        <p className={styles.muted}>{countOf(count - shown.length, 'less severe finding')} not shown.</p>
      )}
    </>
  );
}

interface FindingRowProps extends Pick<ChangedFindingsProps, 'service' | 'version'> {
  readonly finding: Shown;
}

function FindingRow({ service, version, finding }: FindingRowProps) {
  const { id, vulnerability, component, fix, cause, evidence } = finding;
  const { text, isVersion } = describeFix(fix);
  const why = evidence === undefined ? '' : describeEvidence(evidence);
  const name = <UntrustedText text={vulnerability.id} charactersMax={32} />;
  return (
    <tr>
      <td>
        <SeverityChip severity={vulnerability.severity} />
      </td>
      <td>
        {version === undefined ? (
          <Link to="/services/$service/cve/$id" params={{ service, id: vulnerability.id }}>
            {name}
          </Link>
        ) : (
          <Link to="/services/$service/versions/$version" params={{ service, version }} search={{ finding: id }}>
            {name}
          </Link>
        )}
        <span className={styles.under}>
          <UntrustedText text={vulnerability.title} charactersMax={160} />
        </span>
      </td>
      <td>
        <UntrustedText text={component.name} charactersMax={64} />{' '}
        <UntrustedCode text={component.version} charactersMax={40} />
      </td>
      <td data-fold>
        {cause === undefined ? 'Not uploaded yet' : CAUSE_LABELS[cause]}
        {why !== '' && (
          <span className={styles.under}>
            <UntrustedText text={why} charactersMax={160} />
          </span>
        )}
      </td>
      <td className={isVersion ? styles.fixed : styles.muted} data-label="Fix">
        <UntrustedText text={text} charactersMax={32} />
      </td>
    </tr>
  );
}
