/** Something could not be read: what happened, what it means, what happens next, and the number to quote. */
import { ApiFailure, mayPass } from '../api-client.ts';
import { Notice } from './notice.tsx';
import styles from './problem.module.css';

export function Problem({ error }: { readonly error: Error }) {
  const failure = error instanceof ApiFailure ? error : undefined;
  return (
    <Notice kind="bad" urgent>
      {error.message} {mayPass(error) ? 'Nothing was changed. Trying again every few seconds.' : 'Nothing was changed.'}
      {failure !== undefined && (
        <p className={styles.facts}>
          <code>{failure.code}</code>
          {failure.requestId !== undefined && (
            <>
              {' '}
              request <code>{failure.requestId}</code>
            </>
          )}
        </p>
      )}
    </Notice>
  );
}
