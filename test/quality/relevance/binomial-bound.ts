/** Upper Clopper-Pearson bound of a share at 95 %. Zero in n tries is bounded at about 3/n, so it is never reported as "0 %". */

const ALPHA = 0.05;
/** Bisections of an interval of length one: beyond the precision of a double. */
const STEPS = 60;

/** `boundShare(0, 300)` is 0.00994: fewer than one in a hundred, with 95 % confidence. */
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

/** Computes each term from the previous one in logarithms, because with many tries the terms underflow a double. */
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
