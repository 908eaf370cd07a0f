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
      <h2>From a shell or a pipeline</h2>
      <p className={styles.muted}>
        Make an SBOM with the tool of your choice, for example{' '}
        <code>npm sbom --sbom-format cyclonedx &gt; sbom.json</code> or{' '}
        <code>syft . -o cyclonedx-json &gt; sbom.json</code>. CycloneDX and SPDX in JSON are understood.
      </p>
      {data === undefined ? (
        <div className={styles.row}>
          <GuardedButton scope="token:write" variant="filled" size="sm" onClick={() => mutate()} loading={isPending}>
            Create a token
          </GuardedButton>
          <span className={styles.muted}>It may upload and read, and ends in 90 days.</span>
        </div>
      ) : (
        <>
          <Notice kind="doubtful">
            The token is shown only now. Copy it to where your pipeline keeps its secrets.
          </Notice>
          <CommandBlock label="The token" text={data.token} />
        </>
      )}
      {error !== null && <Problem error={error} />}
      <CommandBlock label="The command" text={toUploadCommand(window.location.origin, data?.token ?? PLACEHOLDER)} />
      <p className={styles.muted}>
        Service and version are created by the upload: put your own names in the place of <code>my-service</code> and{' '}
        <code>1.0.0</code>.
      </p>
    </>
  );
}
