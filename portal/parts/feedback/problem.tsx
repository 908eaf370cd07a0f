/** An error that occurred while loading or saving: what happened, what it means, what happens next, and the request id. */
import { ApiFailure, isRetryable } from '../../api/api-client.ts';
import { CopyButton } from '../actions/copy-button.tsx';
import { Notice } from './notice.tsx';
import styles from './problem.module.css';

export function Problem({ error }: { readonly error: Error }) {
  const failure = error instanceof ApiFailure ? error : undefined;
  return (
    <Notice kind="bad" urgent>
      {error.message} {isRetryable(error) ? 'No data was changed. Retrying automatically.' : 'No data was changed.'}
      {failure !== undefined && <Facts failure={failure} />}
    </Notice>
  );
}

function Facts({ failure: { code, requestId, message } }: { readonly failure: ApiFailure }) {
  const report = requestId === undefined ? `${code}: ${message}` : `${code}: ${message} (request ${requestId})`;
  return (
    <p className={styles.facts}>
      <code>{code}</code>
      {requestId !== undefined && (
        <>
          {' '}
          request <code>{requestId}</code>
        </>
      )}{' '}
      <CopyButton text={report} label="Copy error details" />
    </p>
  );
}
