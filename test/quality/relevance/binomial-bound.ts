/**
 * How bad it may still be, by what was seen: the upper bound of Clopper and Pearson for a share, at 95 %. Nothing seen in n tries
 * bounds it at about 3/n, so "none" is never told as "0 %".
 */

const ALPHA = 0.05;
/** Halvings of an interval of length one: more than a double can tell apart. */
const STEPS = 60;

/** `boundShare(0, 300)` is 0.00994: with 95 % certainty fewer than one in a hundred. */
export function boundShare(seen: number, tries: number): number {
  if (tries === 0 || seen >= tries) return 1;
  let [low, high] = [seen / tries, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (chanceOfAtMost(seen, tries, middle) > ALPHA) low = middle;
    else high = middle;
  }
  return high;
}

/** Each term from the one before it, as logarithms: for many tries the terms themselves are too small for a double. */
function chanceOfAtMost(seen: number, tries: number, share: number): number {
  if (share <= 0) return 1;
  if (share >= 1) return 0;
  let term = tries * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let k = 1; k <= seen; k += 1) {
    term += Math.log((tries - k + 1) / k) + Math.log(share) - Math.log1p(-share);
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}
