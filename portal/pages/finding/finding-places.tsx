/** Locations of a finding: images, documents, and dependency paths, shortest first. */
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import type { WireFindingDetails } from '../../../src/api/contract/history/finding-details.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { countOf } from '../../text/format/counts.ts';
import { describeOrigin } from '../../text/findings/finding-text.ts';
import styles from './finding-drawer.module.css';

const PATHS_SHOWN = 5;
const IMAGES_SHOWN = 10;

export interface FindingPlacesProps {
  readonly finding: WireFinding;
  readonly paths: WireFindingDetails['component']['paths'] | undefined;
}

export function FindingPlaces({ finding: { component }, paths = [] }: FindingPlacesProps) {
  const images = [...new Set(component.occurrences.flatMap(({ image }) => (image === null ? [] : [image])))];
  const sboms = new Set(component.occurrences.map(({ sbomId }) => sbomId)).size;
  return (
    <>
      <dl className={styles.pairs}>
        <dt>Dependency</dt>
        <dd>
          {describeOrigin(component)}, scope {component.scope}
        </dd>
        <dt>Listed in</dt>
        <dd>{countOf(sboms, 'SBOM')}</dd>
        {images.length > 0 && (
          <>
            <dt>Images</dt>
            <dd>
              <ul className={styles.plain}>
                {images.slice(0, IMAGES_SHOWN).map((image) => (
                  <li key={image}>
                    <UntrustedText text={image} charactersMax={120} />
                  </li>
                ))}
              </ul>
              {images.length > IMAGES_SHOWN && `and ${countOf(images.length - IMAGES_SHOWN, 'more image')}`}
            </dd>
          </>
        )}
        {component.purl !== null && (
          <>
            <dt>Package URL</dt>
            <dd>
              <UntrustedText text={component.purl} charactersMax={160} />
            </dd>
          </>
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
