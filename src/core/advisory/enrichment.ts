/**
 * What is known of a vulnerability beside its advisories, under its CVE id: that it is exploited (KEV of CISA), how likely that
 * will be (EPSS of FIRST), and how CISA judged it (SSVC, in Vulnrichment). Each comes from a source of its own.
 */

export const ENRICHMENT_PARTS = ['kev', 'epss', 'ssvc'] as const;
export type EnrichmentPart = (typeof ENRICHMENT_PARTS)[number];

export interface KevFacts {
  /** Days are `2024-01-31`. */
  readonly dateAdded: string;
  /** Until when the agencies of the United States had to act. */
  readonly dueDate: string | null;
  /** False also where it is not known. */
  readonly ransomware: boolean;
  readonly name: string | null;
  readonly action: string | null;
}

export interface EpssFacts {
  /** Chance of an exploitation in the next 30 days, 0 to 1. */
  readonly score: number;
  /** Share of all vulnerabilities with the same score or a lower one; the first files did not say it. */
  readonly percentile: number | null;
}

/** A point that is absent or that nobody knows is null. */
export interface SsvcFacts {
  readonly exploitation: 'none' | 'poc' | 'active' | null;
  readonly automatable: boolean | null;
  readonly technicalImpact: 'partial' | 'total' | null;
  /** When it was judged. */
  readonly at: string | null;
}

export type Enrichment =
  | { readonly cve: string; readonly kev: KevFacts }
  | { readonly cve: string; readonly epss: EpssFacts }
  | { readonly cve: string; readonly ssvc: SsvcFacts };

/** `none`: a good record that says nothing of the matter. */
export type EnrichmentReading<Kind extends Enrichment> =
  | { readonly kind: 'read'; readonly enrichment: Kind }
  | { readonly kind: 'none' }
  | { readonly kind: 'bad'; readonly problem: string };
