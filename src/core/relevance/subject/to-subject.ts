/**
 * Builds the subjects of rules from the data of a publication. Missing data is unknown, and rules that need it do not apply: a
 * component without described documents is placed by its occurrences, with its widest scope.
 */
import { ANY_PLATFORM } from '../../advisory/platform.ts';
import type { Remarks } from '../../advisory/vulnerability/remarks.ts';
import { parsePurl } from '../../identity/purl/purl.ts';
import type { ResolvedMatch } from '../../match/ownership/resolve-ownership.ts';
import type { ComponentPlace, DocumentContext, Subject } from './subject.ts';
import { COMPONENT_SCOPES } from '../../vocabulary/sbom.ts';

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

type KnownVulnerability = Omit<Subject['vulnerability'], keyof Remarks> & Partial<Remarks>;

type JudgedMatch = Pick<ResolvedMatch, 'class' | 'assumptions' | 'urgency' | 'fixState' | 'dismissal' | 'platforms'> &
  Pick<Subject['match'], 'foundAs' | 'code'>;

export function toSubject(
  component: Subject['component'],
  match: JudgedMatch,
  vulnerability: KnownVulnerability,
  where: Pick<Subject, 'places' | 'profiles' | 'appliesTo' | 'reachability' | 'answers'>,
): Subject {
  return {
    vulnerability: { ...NO_REMARKS, ...vulnerability },
    match: { ...match, platforms: match.platforms ?? [] },
    component,
    ...where,
  };
}

const NO_REMARKS: Remarks = { mentions: [], isWithdrawn: false, isDisputed: false };

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
    scope: COMPONENT_SCOPES.find((each) => each === scope) ?? 'unknown',
    inGraph: null,
    files: [],
    platform: ANY_PLATFORM,
    document: documentOf(sbomId) ?? { kind: 'unknown', isContainer: image !== null, platform: ANY_PLATFORM },
  }));
}
