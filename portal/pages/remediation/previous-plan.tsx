/** Previous plan results: recommended steps of the previous version, their outcome, and whether the prediction held. */
import { Link } from '@tanstack/react-router';
import type { WirePreviousPlan } from '../../../src/api/contract/findings/remediation.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { describeOutcomes, DIFFERENCE_LABELS, STEP_OUTCOME_LABELS } from './text/plan-text.ts';
import { joinNames, joinVersions, ACTION_KIND_LABELS } from './text/step-text.ts';
import { LazyDetails } from './steps/lazy-details.tsx';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './remediation.module.css';

export function PreviousPlan({ service, plan }: { readonly service: string; readonly plan: WirePreviousPlan }) {
  const { version, outcomes, predicted } = plan;
  return (
    <Section title="Previous plan results">
      <p>
        Plan for{' '}
        <Link
          to="/services/$service/versions/$version"
          params={{ service, version: version.name }}
          search={{ tab: 'remediation' }}
        >
          <UntrustedText text={version.name} charactersMax={48} />
        </Link>
        : {describeOutcomes(plan)}
      </p>
      {predicted.mispredicted > 0 && (
        <Notice kind="doubtful">
          {countOf(predicted.mispredicted, 'unexplained difference')} between prediction and result.
        </Notice>
      )}
      <div className={styles.few}>
        <ScrollingTable
          label="Predicted and actual"
          className={styles.counts}
          columns={['Findings', 'Predicted', 'Actual']}
        >
          {(['resolved', 'remaining', 'introduced'] as const).map((what) => (
            <tr key={what}>
              <th scope="row">{PREDICTED_LABELS[what]}</th>
              <td>{formatCount(predicted[what].predicted)}</td>
              <td>{formatCount(predicted[what].actual)}</td>
            </tr>
          ))}
        </ScrollingTable>
      </div>
      {predicted.differences.length > 0 && (
        <LazyDetails summary={countOf(predicted.differences.length, 'difference')}>
          {() => <Differences differences={predicted.differences} />}
        </LazyDetails>
      )}
      {outcomes.length > 0 && <Outcomes outcomes={outcomes} />}
    </Section>
  );
}

const PREDICTED_LABELS = { resolved: 'Fixed', remaining: 'Remaining', introduced: 'Introduced' } as const;

function Outcomes({ outcomes }: Pick<WirePreviousPlan, 'outcomes'>) {
  return (
    <ScrollingTable
      label="Previous plan steps"
      className={`${styles.outcomes} ${cardStyles.lines}`}
      columns={['Outcome', 'Step', 'Expected fixes', 'Still open']}
    >
      {outcomes.map(({ id, kind, package: name, from, to, outcome, fixes, open, notUploaded }) => (
        <tr key={id}>
          <td>
            <span className={`${styles.outcome} ${styles[outcome]}`}>{STEP_OUTCOME_LABELS[outcome]}</span>
          </td>
          <td>
            {ACTION_KIND_LABELS[kind]} <UntrustedText text={name} charactersMax={64} />{' '}
            {kind !== 'rebuild_base' && (
              <span className={styles.versions}>
                <UntrustedText text={joinVersions(from)} charactersMax={48} />
                {to !== null && (
                  <>
                    {' → '}
                    <UntrustedText text={to} charactersMax={40} />
                  </>
                )}
              </span>
            )}
            {notUploaded.length > 0 && (
              <span className={styles.under}>
                Not uploaded yet: <UntrustedText text={joinNames(notUploaded)} charactersMax={160} />
              </span>
            )}
          </td>
          <td data-label="Expected fixes">{countOf(fixes, 'finding')}</td>
          <td data-label="Still open">
            {open.length === 0 ? 'None' : <UntrustedText text={joinNames(open)} charactersMax={160} />}
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}

function Differences({ differences }: Pick<WirePreviousPlan['predicted'], 'differences'>) {
  return (
    <ScrollingTable
      label="Differences"
      className={`${styles.outcomes} ${cardStyles.lines}`}
      columns={['Vulnerability', 'Package', 'Predicted', 'Actual', 'Cause']}
    >
      {differences.map(({ vulnerability, package: name, predicted, actual, cause }) => (
        <tr key={`${vulnerability} ${name}`}>
          <td>
            <UntrustedText text={vulnerability} charactersMax={48} />
          </td>
          <td>
            <UntrustedText text={name} charactersMax={64} />
          </td>
          <td data-label="Predicted">{STATE_LABELS[predicted]}</td>
          <td data-label="Actual">{STATE_LABELS[actual]}</td>
          <td>{DIFFERENCE_LABELS[cause]}</td>
        </tr>
      ))}
    </ScrollingTable>
  );
}

const STATE_LABELS = { gone: 'Fixed', open: 'Open' } as const;
