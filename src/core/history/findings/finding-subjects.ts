/** Builds the subject of each finding. Rules and AI assessments use the same subjects, so both judge the same facts. */
import {
  type GroupVulnerability,
  describeForPackage,
  type DescribedPackage,
} from '../../advisory/vulnerability/describe-for-package.ts';
import { unique } from '../../collections/text-lists.ts';
import { toEpssStep } from '../../advisory/enrichment/epss.ts';
import type { ResolvedMatch } from '../../match/ownership/resolve-ownership.ts';
import type { AnalyzedFinding, AssessReachability } from '../../reachability/assess-reachability.ts';
import type { Answers } from '../../relevance/questions/question.ts';
import type { ComponentPlace, DocumentContext, Subject } from '../../relevance/subject/subject.ts';
import { toJudgedComponent, toPlaces, toSubject, type JudgedComponent } from '../../relevance/subject/to-subject.ts';
import type { Vulnerability } from '../../advisory/vulnerability/vulnerability.ts';

interface AffectedMatch<Component, Told> {
  readonly component: Component;
  readonly match: ResolvedMatch;
  /** From `listAffectedMatches`: as described for the component's package. */
  readonly vulnerability: Told;
}

type MatchedPackage = DescribedPackage & { readonly matches: readonly ResolvedMatch[] };

/** Lists the matches that become findings, in their order: state `affected`, with a vulnerability that has records. */
export function* listFindingMatches<Component extends Pick<MatchedPackage, 'matches'>, Told>(
  components: Iterable<Component>,
  vulnerabilities: ReadonlyMap<string, Told>,
): Generator<AffectedMatch<Component, Told>> {
  for (const component of components) {
    for (const match of component.matches) {
      const vulnerability = match.state === 'affected' ? vulnerabilities.get(match.groupId) : undefined;
      if (vulnerability !== undefined) yield { component, match, vulnerability };
    }
  }
}

/** The same with vulnerabilities described for the package. All versions of a package share one description. */
export function* listAffectedMatches<Component extends MatchedPackage, Told extends GroupVulnerability>(
  components: Iterable<Component>,
  vulnerabilities: ReadonlyMap<string, Told>,
): Generator<AffectedMatch<Component, Told>> {
  const descriptions = new Map<string, Told>();
  for (const { component, match, vulnerability: known } of listFindingMatches(components, vulnerabilities)) {
    const records = match.evidence.map(({ source, recordId }) => [source, recordId]);
    const key = JSON.stringify([match.groupId, component.ecosystem, component.name, records]);
    const vulnerability = descriptions.get(key) ?? describeForPackage(known, component, match.evidence);
    descriptions.set(key, vulnerability);
    yield { component, match, vulnerability };
  }
}

/** Returns the id and all aliases in upper case. */
export function toIds({ id, aliases }: Pick<Vulnerability, 'id' | 'aliases'>): string[] {
  return [...new Set([id, ...aliases].map((each) => each.toUpperCase()))].toSorted();
}

/** Where the components are. Omitted values are unknown. */
export interface SubjectContext {
  /** Undefined: the places are derived from the occurrences of the component. */
  readonly placesOf?: (componentId: string) => readonly ComponentPlace[] | undefined;
  /** Used where there are no places. */
  readonly documentOf?: (sbomId: string | null) => DocumentContext | undefined;
  /** Profiles that apply to one of the places. */
  readonly profilesOf?: (places: readonly ComponentPlace[]) => Subject['profiles'];
  readonly appliesTo?: NonNullable<Subject['appliesTo']>;
  /** Absent: no analysis of calls was sent. */
  readonly reachabilityOf?: AssessReachability | undefined;
  /** Absent: code named by advisories is not looked up. */
  readonly codeOf?: FindCode | undefined;
  /** Absent: no question about the service was answered. */
  readonly answers?: Answers | undefined;
}

/** Returns the code that the records name for the package. */
export type FindCode = (
  component: DescribedPackage,
  recordIds: readonly string[],
) => Subject['match']['code'] | undefined;

export interface FindingSubject<Component, Told> extends AffectedMatch<Component, Told> {
  readonly subject: Subject;
}

type LocatedComponent = JudgedComponent & { readonly id: string; readonly matches: readonly ResolvedMatch[] };

/** Yields one subject per package version and alias group, in a fixed order. */
export function* listFindingSubjects<
  Component extends LocatedComponent,
  Told extends GroupVulnerability & Pick<Vulnerability, 'aliases'> & Parameters<typeof toSubject>[2],
>(
  components: readonly Component[],
  vulnerabilities: ReadonlyMap<string, Told>,
  context: SubjectContext,
): Generator<FindingSubject<Component, Told>> {
  let last:
    | { readonly component: Component; readonly judged: ReturnType<typeof toJudgedComponent>; readonly where: Where }
    | undefined;
  for (const { component, match, vulnerability } of listAffectedMatches(components, vulnerabilities)) {
    if (last?.component !== component)
      last = { component, judged: toJudgedComponent(component), where: locate(component, context) };
    const epss = vulnerability.epss && { score: toEpssStep(vulnerability.epss.score) };
    const reachability = context.reachabilityOf?.(
      toAnalyzedFinding(component, match, { ids: toIds(vulnerability), places: last.where.places }),
    );
    const subject = toSubject(
      last.judged,
      { ...match, ...toNamedCode(component, match, context) },
      { ...vulnerability, epss },
      reachability === undefined || reachability.length === 0 ? last.where : { ...last.where, reachability },
    );
    yield { component, match, vulnerability, subject };
  }
}

type Where = Pick<Subject, 'places' | 'profiles' | 'appliesTo' | 'answers'>;

function locate(
  component: LocatedComponent,
  { placesOf, documentOf, profilesOf, appliesTo, answers }: SubjectContext,
): Where {
  const known = placesOf?.(component.id) ?? [];
  const places = known.length > 0 ? known : toPlaces(component, documentOf);
  return {
    places,
    profiles: profilesOf?.(places) ?? [],
    ...(appliesTo !== undefined && { appliesTo }),
    ...(answers !== undefined && { answers }),
  };
}

function toNamedCode(
  component: LocatedComponent,
  { evidence }: Pick<ResolvedMatch, 'evidence'>,
  { codeOf }: SubjectContext,
): Pick<Subject['match'], 'foundAs' | 'code'> {
  const affecting = evidence.filter(({ outcome }) => outcome === 'affected');
  const code = codeOf?.(
    component,
    affecting.map(({ recordId }) => recordId),
  );
  const foundAs = unique(affecting.map(({ matchedName }) => matchedName)).filter((name) => name !== component.name);
  return { ...(foundAs.length > 0 && { foundAs: foundAs.toSorted() }), ...(code !== undefined && { code }) };
}

function toAnalyzedFinding(
  { ecosystem, name, version, occurrences }: LocatedComponent,
  { evidence }: Pick<ResolvedMatch, 'evidence'>,
  { ids, places }: { readonly ids: readonly string[]; readonly places: readonly ComponentPlace[] },
): AnalyzedFinding {
  return {
    family: ecosystem ?? null,
    name,
    version,
    ids,
    recordIds: evidence.flatMap(({ recordId, outcome }) => (outcome === 'affected' ? recordId.toUpperCase() : [])),
    places: places.map(({ sbomId, image }) => ({
      image,
      copies: occurrences.filter((each) => each.sbomId === sbomId).length,
    })),
  };
}
