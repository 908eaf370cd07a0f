/**
 * Facts about a vulnerability that do not come from advisories, by CVE id: known exploitation (CISA KEV), the probability of
 * exploitation (FIRST EPSS) and CISA's assessment (SSVC, from Vulnrichment). Each comes from its own source.
 */
import type { ExploitationState, TechnicalImpact } from '../../vocabulary/severity.ts';

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
