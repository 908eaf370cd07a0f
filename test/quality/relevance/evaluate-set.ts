/** Evaluates all items with the given concurrency and number of runs, and reports every outcome as soon as it is available. */
import type { Ask } from '../../../src/ai/model-answer.ts';
import { evaluateItem, type EvaluationSettings } from './evaluate-item.ts';
import type { EvaluationItem } from './evaluation-item.ts';
import type { ItemOutcome } from './item-outcome.ts';

export interface SetOptions {
  readonly items: readonly EvaluationItem[];
  readonly settings: EvaluationSettings;
  readonly runs: number;
  readonly concurrency: number;
  readonly onOutcome?: (outcome: ItemOutcome, done: number, all: number) => void;
}

/** The model may differ by item: a scripted reader knows the content of its item. */
export async function evaluateSet(
  askAbout: (item: EvaluationItem) => Ask,
  { items, settings, runs, concurrency, onOutcome }: SetOptions,
): Promise<readonly ItemOutcome[]> {
  const tasks = Array.from({ length: runs }, (_, i) => items.map((item) => ({ item, run: i + 1 }))).flat();
  const outcomes: ItemOutcome[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) {
      const outcome = await evaluateItem(askAbout(task.item), task.item, settings, task.run);
      outcomes.push(outcome);
      onOutcome?.(outcome, outcomes.length, tasks.length);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  return outcomes;
}
