export const SBOM_FORMATS = ['cyclonedx', 'spdx'] as const;
export type SbomFormat = (typeof SBOM_FORMATS)[number];

export const SBOM_STATUSES = ['queued', 'analyzing', 'analyzed', 'analyzed_with_warnings', 'failed'] as const;
export type SbomStatus = (typeof SBOM_STATUSES)[number];

/**
 * Purpose of a component, most needed first. `build` is a build tool that is not part of the software; `unknown` means that the
 * document does not say.
 */
export const COMPONENT_SCOPES = [
  'required',
  'unknown',
  'optional',
  'build',
  'development',
  'test',
  'excluded',
] as const;
export type ComponentScope = (typeof COMPONENT_SCOPES)[number];

/** How much of the dependency graph a document has. */
export const GRAPH_STATES = ['complete', 'partial', 'missing'] as const;
export type GraphState = (typeof GRAPH_STATES)[number];

/** The phase of the software that an SBOM describes. */
export const SBOM_KINDS = ['source', 'build', 'deployed', 'unknown'] as const;
export type SbomKind = (typeof SBOM_KINDS)[number];

/** Result of the check of a signature. `not_checked`: the organization has no keys. `invalid`: no key of the organization fits. */
export const SIGNATURE_STATES = ['unsigned', 'not_checked', 'verified', 'invalid'] as const;
export type SignatureState = (typeof SIGNATURE_STATES)[number];

/**
 * Parts of an SBOM that its quality is judged by: the minimum elements of NTIA and what matching needs. The last two are about the
 * document, the others about each component.
 */
export const QUALITY_ELEMENTS = ['identifier', 'version', 'relationships', 'supplier', 'hash', 'tool', 'time'] as const;
export type QualityElement = (typeof QUALITY_ELEMENTS)[number];

/** `strict` rejects a document that its official schema does not allow. */
export const VALIDATION_MODES = ['lenient', 'strict'] as const;
export type ValidationMode = (typeof VALIDATION_MODES)[number];

/** A distribution and its release as clients send them with an SBOM: `debian-12`. */
export const DISTRO_NAME = /^[a-z0-9][a-z0-9._+-]{0,127}$/;
