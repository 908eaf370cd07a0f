/**
 * Combines the enrichment of a vulnerability with several CVE ids: the worst of each kind counts, whatever the order of the ids.
 */
import type { EpssFacts, KevFacts, SsvcFacts } from './enrichment.ts';

export interface ExploitFacts<Epss extends EpssFacts = EpssFacts> {
  readonly kev: KevFacts | null;
  readonly epss: Epss | null;
  readonly ssvc: SsvcFacts | null;
}

export function mergeExploitFacts<Epss extends EpssFacts>(facts: readonly ExploitFacts<Epss>[]): ExploitFacts<Epss> {
  const listed = facts.flatMap(({ kev }) => kev ?? []);
  const scores = facts.flatMap(({ epss }) => epss ?? []);
  const judged = facts.flatMap(({ ssvc }) => ssvc ?? []);
  return {
    // The entry that was listed first has been exploited the longest.
    kev: listed.toSorted((a, b) => compareText(textOf(a), textOf(b)))[0] ?? null,
    epss: scores.toSorted((a, b) => b.score - a.score)[0] ?? null,
    ssvc: judged.toSorted((a, b) => rankOf(b) - rankOf(a) || compareText(textOf(a), textOf(b)))[0] ?? null,
  };
}

function rankOf({ exploitation }: SsvcFacts): number {
  return exploitation === null ? -1 : ['none', 'poc', 'active'].indexOf(exploitation);
}

/** For a KEV listing, the text starts with the day. */
function textOf(facts: KevFacts | SsvcFacts): string {
  return 'dateAdded' in facts ? facts.dateAdded + JSON.stringify(facts) : JSON.stringify(facts);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
