/** How a finding was matched, and its locations: images, documents, and dependency paths, shortest first. */
import type { ReactNode } from 'react';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import type { WireFindingDetails } from '../../../src/api/contract/history/history.ts';
import { UntrustedCode } from '../../parts/values/untrusted-code.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { countOf } from '../../text/format/counts.ts';
import { describeOrigin } from '../../text/findings/finding-text.ts';
import { describeRange } from '../../text/findings/range-text.ts';
import { describeAssumption } from './explanation-text.ts';
import styles from './finding-drawer.module.css';

const CONFIDENCE_LABELS: Readonly<Record<WireFinding['match']['confidence'], string>> = {
  high: 'Package and version identified exactly.',
  medium: 'Based on an assumption, for example about the source package.',
  low: 'Uncertain match. Verify it before you act.',
};

const VIA_LABELS: Readonly<Record<WireFinding['match']['via'], string>> = {
  direct: 'by package',
  source: 'by source package',
  cpe: 'by CPE',
};

const OUTCOME_LABELS: Readonly<Record<WireFinding['match']['records'][number]['outcome'], string>> = {
  affected: 'affected',
  not_affected: 'not affected',
  cannot_assess: 'cannot be assessed',
};

export function FindingMatch({ finding: { match, component, fix } }: { readonly finding: WireFinding }) {
  return (
    <dl className={styles.pairs}>
      {match.disputed && (
        <Pair name="Sources disagree">
          <ul className={styles.plain}>
            {match.records.map(({ recordId, outcome, range }) => (
              <li key={`${recordId} ${range}`}>
                <UntrustedText text={recordId} charactersMax={80} />: {OUTCOME_LABELS[outcome]} (
                <UntrustedText text={describeRange(range)} charactersMax={200} />)
              </li>
            ))}
          </ul>
        </Pair>
      )}
      <Pair name="Affected">
        <UntrustedText text={describeRange(match.range)} charactersMax={200} />; installed:{' '}
        <UntrustedCode text={component.version} charactersMax={60} />
        {fix.nearest !== null && (
          <>
            , fixed in <UntrustedCode text={fix.nearest} charactersMax={60} />
          </>
        )}
      </Pair>
      <Pair name="Record">
        <UntrustedText text={match.recordId} charactersMax={80} /> from {match.source}
      </Pair>
      <Pair name="Matched">
        {VIA_LABELS[match.via]}, version scheme {match.scheme}
      </Pair>
      <Pair name="Confidence">
        {match.confidence}.{' '}
        {match.assumptions.length === 0
          ? CONFIDENCE_LABELS[match.confidence]
          : match.assumptions.map(describeAssumption).join(' ')}
      </Pair>
    </dl>
  );
}

const PATHS_SHOWN = 5;
const IMAGES_SHOWN = 10;

interface FindingPlacesProps {
  readonly finding: WireFinding;
  readonly paths: WireFindingDetails['component']['paths'] | undefined;
}

export function FindingPlaces({ finding: { component }, paths = [] }: FindingPlacesProps) {
  const images = [...new Set(component.occurrences.flatMap(({ image }) => (image === null ? [] : [image])))];
  const sboms = new Set(component.occurrences.map(({ sbomId }) => sbomId)).size;
  return (
    <>
      <dl className={styles.pairs}>
        <Pair name="Dependency">
          {describeOrigin(component)}, scope {component.scope}
        </Pair>
        <Pair name="Listed in">{countOf(sboms, 'SBOM')}</Pair>
        {images.length > 0 && (
          <Pair name="Images">
            <ul className={styles.plain}>
              {images.slice(0, IMAGES_SHOWN).map((image) => (
                <li key={image}>
                  <UntrustedText text={image} charactersMax={120} />
                </li>
              ))}
            </ul>
            {images.length > IMAGES_SHOWN && `and ${countOf(images.length - IMAGES_SHOWN, 'more image')}`}
          </Pair>
        )}
        {component.purl !== null && (
          <Pair name="Package URL">
            <UntrustedText text={component.purl} charactersMax={160} />
          </Pair>
        )}
      </dl>
      <Paths paths={paths} />
    </>
  );
}

function Paths({ paths }: { readonly paths: WireFindingDetails['component']['paths'] }) {
  if (paths.length === 0) return null;
  return (
    <>
      <p className={styles.muted}>Dependency paths:</p>
      <ol className={styles.paths}>
        {paths.slice(0, PATHS_SHOWN).map(({ sbomId, nodes }, index) => (
          // Several documents may contain the same path, and rows are never reordered.
          <li key={`${sbomId} ${index}`}>
            {nodes.map(({ id, name, version }, at) => (
              <span key={id ?? 'root'} className={at === 1 ? styles.direct : undefined}>
                {at > 0 && <span aria-hidden> › </span>}
                <UntrustedText text={version === null ? name : `${name} ${version}`} charactersMax={60} />
              </span>
            ))}
          </li>
        ))}
      </ol>
      {paths.length > PATHS_SHOWN && (
        <p className={styles.muted}>and {countOf(paths.length - PATHS_SHOWN, 'more path')}</p>
      )}
    </>
  );
}

/** A row of a description list. */
export function Pair({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
