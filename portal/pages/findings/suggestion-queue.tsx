/** Suggestions that need review, one at a time: the evidence, then two equally prominent answers. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SuggestionAction } from '../../../src/core/vocabulary/decision.ts';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { decide, decisionPreview, type DecisionTarget } from '../decision/decision-queries.ts';
import { countOf } from '../../text/format/counts.ts';
import { Reason } from '../decision/reason-list.tsx';
import linkStyles from '../../parts/actions/link-button.module.css';
import decisionStyles from '../decision/decision.module.css';
import { useShowOutcome } from '../decision/last-decision.tsx';
import styles from '../finding/finding-drawer.module.css';
import type { FindingRows } from '../../queries/findings/use-finding-pages.ts';

const LOOKED_AT_MAX = 100;

interface SuggestionQueueProps {
  readonly rows: FindingRows;
  /** Loads the rows around a position. */
  readonly onStep: (place: number) => void;
}

export function SuggestionQueue({ rows, onStep }: SuggestionQueueProps) {
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const skip = (id: string): void => setSkipped(new Set([...skipped, id]));
  const count = rows.count ?? 0;
  const finding = Array.from({ length: Math.min(count, skipped.size + LOOKED_AT_MAX) }, (_, index) =>
    rows.rowAt(index),
  ).find((each) => each !== undefined && each.relevance.suggestion !== null && !skipped.has(each.id));
  useEffect(() => onStep(skipped.size), [skipped.size, onStep]);
  if (finding === undefined) return null;
  return (
    <section className={decisionStyles.queue} aria-label="Next suggestion">
      <h2>
        Needs review <span className={styles.muted}>({countOf(count, 'finding')})</span>
      </h2>
      <Suggested key={finding.id} finding={finding} onSkip={() => skip(finding.id)} />
    </section>
  );
}

function Suggested({ finding, onSkip }: { readonly finding: WireFinding; readonly onSkip: () => void }) {
  const { vulnerability, component, relevance, priority } = finding;
  const { mutate, error, isPending } = useAnswer(finding.id, onSkip);
  if (relevance.suggestion === null) return null;
  return (
    <>
      <p className={styles.facts}>
        <SeverityChip severity={vulnerability.severity} />
        <b>{priority.band}</b>
        <b>
          <UntrustedText text={vulnerability.id} charactersMax={64} />
        </b>
        <span>
          in <UntrustedText text={component.name} /> <UntrustedText text={component.version} charactersMax={60} />
        </span>
      </p>
      <p>
        <UntrustedText text={vulnerability.title} charactersMax={300} />
      </p>
      <div className={decisionStyles.reason}>
        <Reason reason={relevance.suggestion} isSuggestion />
      </div>
      <p className={styles.facts}>
        <GuardedButton scope="triage" loading={isPending} onClick={() => mutate('accept_suggestion')}>
          Accept suggestion
        </GuardedButton>
        <GuardedButton scope="triage" loading={isPending} onClick={() => mutate('reject_suggestion')}>
          Reject suggestion
        </GuardedButton>
        <button type="button" className={linkStyles.link} onClick={onSkip}>
          Skip
        </button>
      </p>
      {error !== null && <Problem error={error} />}
    </>
  );
}

/** Decides for the service, the default of the dialog. For another scope, the finding has to be opened. */
function useAnswer(id: string, onAnswered: () => void) {
  const queryClient = useQueryClient();
  const show = useShowOutcome();
  return useMutation({
    mutationFn: async (action: SuggestionAction) => {
      const target: DecisionTarget = { kind: 'one', id };
      const input = { action, scope: 'service' } as const;
      const { etag } = await queryClient.fetchQuery(decisionPreview(target, input));
      return await decide(target, input, etag);
    },
    onSuccess: async (outcome) => {
      const shown = show(outcome);
      onAnswered();
      await shown;
    },
  });
}
