/** Repeats the AI assessment of a version. The cost is shown before confirmation. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireAnalysis } from '../../../../src/api/contract/services/analysis.ts';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { aiSettings, repeatAssessment } from '../../../queries/organization/ai.ts';
import { latestAnalysisKey } from '../../../queries/services/analyses.ts';
import type { VersionAddress } from '../../../queries/services/versions.ts';
import { describeAiProgress } from '../../../text/analysis/ai-text.ts';
import { isCompleted } from '../../../text/analysis/analysis-text.ts';
import formStyles from '../../../parts/actions/form.module.css';
import styles from '../version-page.module.css';

interface RepeatAssessmentProps {
  readonly address: VersionAddress;
  readonly analysis: WireAnalysis;
}

export function RepeatAssessment({ address, analysis: { status, stages } }: RepeatAssessmentProps) {
  const [isOpen, setOpen] = useState(false);
  const isEnabled = useQuery(aiSettings()).data?.enabled === true;
  if (!isEnabled || !isCompleted(status)) return null;
  const isAssessing = describeAiProgress(stages.find(({ name }) => name === 'ai')) !== undefined;
  return (
    <div className={styles.repeat}>
      <GuardedButton
        scope="triage"
        onClick={() => setOpen(true)}
        reason={isAssessing ? 'An AI assessment is running.' : undefined}
      >
        Repeat AI assessment
      </GuardedButton>
      {isOpen && <RepeatAssessmentDialog address={address} onClose={() => setOpen(false)} />}
    </div>
  );
}

function RepeatAssessmentDialog({
  address,
  onClose,
}: {
  readonly address: VersionAddress;
  readonly onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: async (fresh: boolean) => await repeatAssessment(address, fresh),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: latestAnalysisKey(address) });
    },
  });
  return (
    <Dialog title="Repeat AI assessment" onClose={onClose}>
      <div className={formStyles.form}>
        <p>
          Assessing new findings reuses cached assessments at no cost. Assessing all findings costs as much as the first
          time. The budget applies to both.
        </p>
        {error !== null && <Problem error={error} />}
        <div className={formStyles.buttons}>
          <Button onClick={() => mutate(false)} loading={isPending && variables === false} disabled={isPending}>
            Assess new findings
          </Button>
          <Button
            variant="default"
            onClick={() => mutate(true)}
            loading={isPending && variables === true}
            disabled={isPending}
          >
            Assess all findings
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
