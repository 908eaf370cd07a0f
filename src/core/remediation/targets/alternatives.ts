/** Finds alternatives to the best target, each only if it differs: nearer versions that fix less, and the newest clean one. */
import type { JudgedPackage } from './judged-package.ts';
import type { Alternative, Target, TargetAnswer } from './target.ts';

interface FurtherTargets {
  /** Least risk on the installed line; only if that line has no clean version. */
  readonly onLine: Target | undefined;
  readonly highestClean: Target | undefined;
}

export function findAlternatives(
  { axis: { scheme } }: JudgedPackage,
  { best, minAtOrAbove, minCleanRelevant }: Pick<TargetAnswer, 'best' | 'minAtOrAbove' | 'minCleanRelevant'>,
  { onLine, highestClean }: FurtherTargets,
): readonly Alternative[] {
  const isNearer = (target: Target): boolean => {
    if (best === undefined) return true;
    const [a, b] = [scheme.parse(target.version), scheme.parse(best.version)];
    return a !== undefined && b !== undefined && scheme.compare(a, b) < 0;
  };
  const all: Alternative[] = [];
  const add = (kind: Alternative['kind'], target: Target | undefined): void => {
    if (target === undefined || target.version === best?.version) return;
    if (!all.some((each) => each.target.version === target.version)) all.push({ kind, target });
  };
  add('reduces_on_line', onLine);
  const high = minAtOrAbove.high;
  if (high !== undefined && isNearer(high) && high.fixes.length > 0) add('clears_high', high);
  if (minCleanRelevant !== undefined && isNearer(minCleanRelevant)) add('clean_relevant', minCleanRelevant);
  add('highest_clean', highestClean);
  return all;
}
