/** Shown before the first upload: the setup, three ways to a first result, and the progress of the advisory sync. */
import { PageHead } from '../../parts/layout/page-head.tsx';
import { DropStep } from './drop-step.tsx';
import { SetupChecklist } from './setup-checklist.tsx';
import { useSetupSteps } from './use-setup-steps.ts';
import styles from './first-run.module.css';
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { CommandBlock } from '../../parts/actions/command-block.tsx';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { createToken, tokenList } from '../../queries/organization/tokens.ts';
import { toUploadCommand } from '../../text/upload-command.ts';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { sourceList } from '../../queries/organization/advisory-sources.ts';
import { describeDirectory, describeProgress, describeSource } from '../../text/source-text.ts';
import { demo, loadDemo } from '../../queries/organization/demo.ts';
import { countOf } from '../../text/format/counts.ts';

interface DemoStepProps {
  /** The demo is being loaded, so the first service to appear is not the user's own. */
  readonly onDemo: () => void;
}

interface FirstRunProps extends DemoStepProps {
  /** False if there are services, and the user came here from the checklist of the overview. */
  readonly isFirst: boolean;
}

export function FirstRun({ onDemo, isFirst }: FirstRunProps) {
  const steps = useSetupSteps(undefined, isFirst);
  return (
    <>
      <PageHead title={isFirst ? 'First run' : 'Upload an SBOM'}>
        {isFirst ? 'Upload your first SBOM' : 'Upload an SBOM'}
      </PageHead>
      {isFirst && (
        <>
          <p className={styles.lead}>
            Assay finds known vulnerabilities in the components that an SBOM lists. The result appears here when the
            first SBOM arrives.
          </p>
          <SetupChecklist steps={steps} />
        </>
      )}
      <ol className={styles.steps} id="upload">
        <li>
          <CommandStep />
        </li>
        <li>
          <DropStep />
        </li>
        <li>
          <DemoStep onDemo={onDemo} />
        </li>
      </ol>
      <DataProgress />
    </>
  );
}

/** Upload from a pipeline or shell: creates a token, shown once, and the command that uses it at this URL. */
function CommandStep() {
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
      <CommandBlock label="Command" text={toUploadCommand(window.location.origin, data?.token ?? '$ASSAY_TOKEN')} />
      <p className={styles.muted}>
        The upload creates the service and the version. Replace <code>my-service</code> and <code>1.0.0</code> with your
        own names.
      </p>
    </>
  );
}

/** Loads the demo: services with a history, which can be deleted again. */
function DemoStep({ onDemo }: DemoStepProps) {
  const queryClient = useQueryClient();
  const state = useQuery(demo()).data;
  const { mutate, error, isPending } = useMutation({
    mutationFn: loadDemo,
    onMutate: onDemo,
    onSuccess: (loading) => queryClient.setQueryData(demo().queryKey, loading),
  });
  const total = sumOf(state?.services.map(({ versionsTotal }) => versionsTotal));
  const present = sumOf(state?.services.map(({ versions }) => versions));
  return (
    <>
      <h2>Load the demo</h2>
      <p className={styles.muted}>
        {state === undefined ? 'Services' : countOf(state.services.length, 'service')} with sample history: upgrades,
        known exploited vulnerabilities, a malicious package, and unchecked components. Works offline. All names start
        with <code>demo-</code>. Delete them in the settings.
      </p>
      <div className={styles.row}>
        <GuardedButton
          scope="settings:write"
          size="sm"
          onClick={() => mutate()}
          loading={isPending || state?.loading === true}
        >
          Load demo
        </GuardedButton>
      </div>
      {state?.loading === true && (
        <p className={styles.muted}>
          <progress value={present} max={total} aria-label="Demo versions" /> {present} of {countOf(total, 'version')}
        </p>
      )}
      {error !== null && <Problem error={error} />}
    </>
  );
}

function sumOf(numbers: readonly number[] = []): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** Progress of the advisory sync, and alternatives for a machine without network access. */
function DataProgress() {
  const sources = useQuery(sourceList()).data;
  if (sources === undefined) return null;
  const syncing = sources.find(({ progress }) => progress !== null);
  const hasReal = sources.some(({ name, records }) => name === 'osv' && records > 0);
  return (
    <section aria-labelledby="data" className={styles.data}>
      <h2 id="data">Advisories</h2>
      <p aria-live="polite">
        {describeProgress(sources)}. <PathLink path="/settings/sources">Show sources</PathLink>
      </p>
      {syncing?.progress && (
        <p className={styles.muted}>
          Syncing {describeSource(syncing.name).name}: {describeDirectory(syncing.progress)}
          <progress
            value={syncing.progress.records}
            max={Math.max(1, syncing.progress.recordsTotal)}
            aria-label={`Syncing ${describeSource(syncing.name).name}`}
          />
        </p>
      )}
      {!hasReal && (
        <>
          <p className={styles.muted}>
            Until the advisories are loaded, only the built-in starter set is available. Without network access:
          </p>
          <ul className={styles.muted}>
            <li>
              Mirror: start Assay with <code>ASSAY_OSV_URL</code> set to its URL, <code>https://</code> or{' '}
              <code>file://</code>.
            </li>
            <li>
              Bundle: run <code>assay advisories export advisories.bundle</code> on a machine with network access, then{' '}
              <code>assay advisories import advisories.bundle</code> here.
            </li>
          </ul>
        </>
      )}
    </section>
  );
}
