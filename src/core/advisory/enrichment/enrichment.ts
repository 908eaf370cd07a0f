/**
 * Facts about a vulnerability that do not come from advisories, by CVE id: known exploitation (CISA KEV), the probability of
 * exploitation (FIRST EPSS) and CISA's assessment (SSVC, from Vulnrichment). Each comes from its own source.
 */
import type { ExploitationState, TechnicalImpact } from '../../vocabulary/severity.ts';
import { compareText } from '../../text/compare-text.ts';

export interface KevFacts {
  /** A day such as `2024-01-31`. */
  readonly dateAdded: string;
  /** Deadline for US federal agencies. */
  readonly dueDate: string | null;
  /** False also if unknown. */
  readonly ransomware: boolean;
  readonly name: string | null;
  readonly action: string | null;
}

export interface EpssFacts {
  /** Probability of exploitation in the next 30 days, 0 to 1. */
  readonly score: number;
  /** Share of all vulnerabilities with the same or a lower score; the first EPSS files do not have it. */
  readonly percentile: number | null;
}

/** A decision point that is absent or unknown is null. */
export interface SsvcFacts {
  readonly exploitation: ExploitationState | null;
  readonly automatable: boolean | null;
  readonly technicalImpact: TechnicalImpact | null;
  /** Time of the assessment. */
  readonly at: string | null;
}

export type Enrichment =
  | { readonly cve: string; readonly kev: KevFacts }
  | { readonly cve: string; readonly epss: EpssFacts }
  | { readonly cve: string; readonly ssvc: SsvcFacts };

/** `none`: a valid record without this kind of enrichment. */
export type ParsedEnrichment<Kind extends Enrichment> =
  | { readonly kind: 'read'; readonly enrichment: Kind }
  | { readonly kind: 'none' }
  | { readonly kind: 'bad'; readonly problem: string };

export interface ExploitFacts<Epss extends EpssFacts = EpssFacts> {
  readonly kev: KevFacts | null;
  readonly epss: Epss | null;
  readonly ssvc: SsvcFacts | null;
}

/** Combines the enrichment of several CVE ids: the worst of each kind counts, whatever the order of the ids. */
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
