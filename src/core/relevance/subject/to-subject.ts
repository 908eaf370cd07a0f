/**
 * Builds the subjects of rules from the data of a publication. Missing data is unknown, and rules that need it do not apply: a
 * component without described documents is placed by its occurrences, with its widest scope.
 */
import { ANY_PLATFORM, type Platform } from '../../advisory/platform.ts';
import { parsePurl } from '../../identity/purl/purl.ts';
import type { ResolvedMatch } from '../../match/ownership/resolve-ownership.ts';
import type { ComponentPlace, DocumentContext, Subject } from './subject.ts';
import { COMPONENT_SCOPES, type ComponentScope } from '../../vocabulary/sbom.ts';

/** The parts of a component that rules need. */
export interface JudgedComponent {
  readonly purl: string | null;
  readonly name: string;
  readonly version: string | null;
  readonly scope: string;
  readonly ecosystem?: string | null;
  readonly type?: string;
  readonly occurrences: readonly { readonly sbomId: string | null; readonly image: string | null }[];
}

type KnownVulnerability = Omit<Subject['vulnerability'], 'mentions' | 'isWithdrawn' | 'isDisputed'> &
  Partial<Pick<Subject['vulnerability'], 'mentions' | 'isWithdrawn' | 'isDisputed'>>;

export type JudgedMatch = Pick<ResolvedMatch, 'class' | 'assumptions' | 'urgency' | 'fixState' | 'dismissal'> & {
  readonly platforms?: readonly Platform[];
};

export function toSubject(
  component: Subject['component'],
  match: JudgedMatch,
  vulnerability: KnownVulnerability,
  where: Pick<Subject, 'places' | 'profiles' | 'appliesTo'>,
): Subject {
  const { id, severity, cvss, cwes, kev, epss, ssvc, publishedAt } = vulnerability;
  const { mentions = [], isWithdrawn = false, isDisputed = false } = vulnerability;
  const { class: kind, assumptions, urgency, fixState, dismissal, platforms = [] } = match;
  return {
    vulnerability: {
      id,
      severity,
      cvss,
      cwes,
      kev,
      epss,
      ssvc,
      publishedAt,
      mentions,
      isWithdrawn,
      isDisputed,
    },
    match: {
      class: kind,
      assumptions,
      urgency,
      fixState,
      platforms,
      ...(dismissal !== undefined && { dismissal }),
    },
    component,
    ...where,
  };
}

export function toJudgedComponent({ purl, name, version, ecosystem, type }: JudgedComponent): Subject['component'] {
  const arch = purl?.includes('arch=') === true ? parsePurl(purl).purl?.qualifiers.get('arch') : undefined;
  return { name, version, purl, ecosystem: ecosystem ?? null, arch: arch ?? null, type: type ?? 'library' };
}

/** Returns one place per document that contains the component; without a document, one place with unknown context. */
export function toPlaces(
  { occurrences, scope }: JudgedComponent,
  documentOf: (sbomId: string | null) => DocumentContext | undefined = () => undefined,
): ComponentPlace[] {
  const documents = new Map(occurrences.map(({ sbomId, image }) => [sbomId, image]));
  if (documents.size === 0) documents.set(null, null);
  return [...documents].map(([sbomId, image]) => ({
    sbomId,
    image,
    scope: toScope(scope),
    inGraph: null,
    files: [],
    platform: ANY_PLATFORM,
    document: documentOf(sbomId) ?? { kind: 'unknown', isContainer: image !== null, platform: ANY_PLATFORM },
  }));
}

function toScope(text: string): ComponentScope {
  return COMPONENT_SCOPES.find((scope) => scope === text) ?? 'unknown';
}
