/**
 * Each case takes long: some processes are started and killed for it. A share of them runs every day, all of them in as many days
 * as there are shares, or at once with `ASSAY_CRASH_POINTS=all`.
 */
const isWhole = process.env['ASSAY_CRASH_POINTS'] === 'all';

export function casesOfToday<Case>(all: readonly Case[], shares: number, nameOf: (each: Case) => string): Case[] {
  const today = Math.floor(Date.now() / 86_400_000) % shares;
  const chosen = all.filter((_, n) => isWhole || n % shares === today);
  if (!isWhole)
    console.warn(`Today's crash points: ${chosen.map(nameOf).join(', ')}. ASSAY_CRASH_POINTS=all runs all.`);
  return chosen;
}
