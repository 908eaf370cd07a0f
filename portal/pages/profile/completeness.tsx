/** Completeness of the core fields of a profile, with the missing ones. */
import type { WireProfileSummary } from '../../../src/api/contract/services/profile.ts';
import { labelOf } from '../../text/profile/profile-fields.ts';
import { toFieldId } from './field-row.tsx';
import styles from './profile.module.css';

/** From this share on, a model may use the profile. */
const ENOUGH = 0.6;

export function ProfileCompleteness({ completeness: { share, missing } }: Pick<WireProfileSummary, 'completeness'>) {
  const percent = Math.round(share * 100);
  return (
    <>
      <p>
        <b>{percent} %</b> of the 12 core fields are set. {share < ENOUGH ? 'AI requires 60 %.' : 'Sufficient for AI.'}
      </p>
      <meter className={styles.meter} aria-label="Completeness" min={0} max={1} low={ENOUGH} optimum={1} value={share}>
        {percent} %
      </meter>
      {missing.length > 0 && (
        <p className={styles.muted}>
          Missing:{' '}
          {missing.map((path, index) => (
            <span key={path}>
              {index > 0 && ', '}
              <a href={`#${toFieldId(path)}`}>{labelOf(path)}</a>
            </span>
          ))}
        </p>
      )}
    </>
  );
}
