/** Priority bands, most urgent first. */
export const BANDS = ['P0', 'P1', 'P2', 'P3', 'P4'] as const;
export type Band = (typeof BANDS)[number];

/** `floor` is not a factor of the risk but a minimum that it was raised to. */
export const PRIORITY_FACTORS = ['severity', 'threat', 'exposure', 'relevance', 'floor'] as const;
export type PriorityFactor = (typeof PRIORITY_FACTORS)[number];

/** Inputs of a deadline that can be derived if they were not assessed or confirmed. */
export const DERIVED_INPUTS = ['exposed', 'automatable', 'technicalImpact'] as const;
export type DerivedInput = (typeof DERIVED_INPUTS)[number];
