/** Shown before the first upload: three ways to a first result, and the progress of the advisory sync. */
import { PageHead } from '../../parts/layout/page-head.tsx';
import { CommandStep } from './command-step.tsx';
import { DataProgress } from './data-progress.tsx';
import { DemoStep } from './demo-step.tsx';
import { DropStep } from './drop-step.tsx';
import styles from './first-run.module.css';

export interface FirstRunProps {
  /** The demo is being loaded, so the first service to appear is not the user's own. */
  readonly onDemo: () => void;
}

export function FirstRun({ onDemo }: FirstRunProps) {
  return (
    <>
      <PageHead title="First run">Upload your first SBOM</PageHead>
      <p className={styles.lead}>
        Assay finds known vulnerabilities in the components that an SBOM lists. The result appears here when the first
        SBOM arrives.
      </p>
      <ol className={styles.steps}>
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
