/** Compares predicted and actual findings. Every difference either has a cause from the history or counts as mispredicted. */
import type { Cause, DifferenceCause } from '../../vocabulary/change.ts';
import type { PredictedState } from '../../vocabulary/remediation.ts';

export interface PredictedFindings {
  /** Keys of findings: package without version and alias group. */
  readonly resolved: readonly string[];
  readonly remaining: readonly string[];
  readonly introduced: readonly string[];
}

export interface PredictionDifference {
  readonly finding: string;
  readonly predicted: PredictedState;
  readonly actual: PredictedState;
  readonly cause: DifferenceCause;
}

export interface ComparedPrediction {
  readonly asPredicted: number;
  readonly differences: readonly PredictionDifference[];
  readonly mispredicted: number;
}

/** `causeOf` returns why a finding appeared or disappeared in the new version, if the history has it. */
export function comparePrediction(
  predicted: PredictedFindings,
  actual: readonly string[],
  causeOf: (finding: string) => Cause | undefined,
): ComparedPrediction {
  const isOpen = new Set(actual);
  const expectedOpen = new Set([...predicted.remaining, ...predicted.introduced]);
  const all = new Set([...predicted.resolved, ...expectedOpen, ...actual]);
  const differences: PredictionDifference[] = [];
  for (const finding of [...all].toSorted()) {
    const [wanted, found] = [expectedOpen.has(finding), isOpen.has(finding)];
    if (wanted === found) continue;
    const cause = causeOf(finding) ?? 'mispredicted';
    differences.push({ finding, predicted: wanted ? 'open' : 'gone', actual: found ? 'open' : 'gone', cause });
  }
  return {
    asPredicted: all.size - differences.length,
    differences,
    mispredicted: differences.filter(({ cause }) => cause === 'mispredicted').length,
  };
}
