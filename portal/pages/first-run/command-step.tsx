/** Upload from a pipeline or shell: creates a token, shown once, and the command that uses it at this URL. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CommandBlock } from '../../parts/actions/command-block.tsx';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { createToken, tokenList } from '../../queries/organization/tokens.ts';
import { toUploadCommand } from '../../text/upload-command.ts';
import styles from './first-run.module.css';

const PLACEHOLDER = '$ASSAY_TOKEN';

export function CommandStep() {
  const queryClient = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => await createToken({ name: 'First upload' }),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: tokenList().queryKey }),
  });
  return (
    <>
      <h2>Upload from a pipeline</h2>
      <p className={styles.muted}>
        Create an SBOM with any tool, for example <code>npm sbom --sbom-format cyclonedx &gt; sbom.json</code> or{' '}
        <code>syft . -o cyclonedx-json &gt; sbom.json</code>. Supported formats: CycloneDX and SPDX, as JSON.
      </p>
      {data === undefined ? (
        <div className={styles.row}>
          <GuardedButton scope="token:write" variant="filled" size="sm" onClick={() => mutate()} loading={isPending}>
            Create token
          </GuardedButton>
          <span className={styles.muted}>Allows upload and read. Expires in 90 days.</span>
        </div>
      ) : (
        <>
          <Notice kind="doubtful">The token is shown only once. Store it in the secrets of your pipeline.</Notice>
          <CommandBlock label="Token" text={data.token} />
        </>
      )}
      {error !== null && <Problem error={error} />}
      <CommandBlock label="Command" text={toUploadCommand(window.location.origin, data?.token ?? PLACEHOLDER)} />
      <p className={styles.muted}>
        The upload creates the service and the version. Replace <code>my-service</code> and <code>1.0.0</code> with your
        own names.
      </p>
    </>
  );
}
