/** Subjects of relevance rules; every fact that a test does not set is unknown. */
import type { KevFacts, SsvcFacts } from '../../src/core/advisory/enrichment/enrichment.ts';
import { ANY_PLATFORM } from '../../src/core/advisory/platform.ts';
import type { Observation, ProfileView, RuntimeView } from '../../src/core/profile/profile-view.ts';
import type { ReachabilityFact } from '../../src/core/reachability/assess-reachability.ts';
import type { Opinion } from '../../src/core/relevance/opinions/opinion.ts';
import type { ComponentPlace, DocumentContext, Subject } from '../../src/core/relevance/subject/subject.ts';

export const KEV: KevFacts = { dateAdded: '2024-01-31', dueDate: null, ransomware: false, name: null, action: null };

export function anSsvc(changes: Partial<SsvcFacts>): SsvcFacts {
  return { exploitation: null, automatable: null, technicalImpact: null, at: null, ...changes };
}

export interface SubjectChanges {
  readonly vulnerability?: Partial<Subject['vulnerability']>;
  readonly match?: Partial<Subject['match']>;
  readonly component?: Partial<Subject['component']>;
  readonly places?: readonly ComponentPlace[];
  readonly profiles?: readonly ProfileView[];
  readonly appliesTo?: NonNullable<Subject['appliesTo']>;
  readonly reachability?: NonNullable<Subject['reachability']>;
}

export function aSubject({ vulnerability, match, component, ...where }: SubjectChanges = {}): Subject {
  return {
    vulnerability: {
      id: 'CVE-2024-1000',
      severity: 'medium',
      cvss: [],
      cwes: [],
      kev: null,
      epss: null,
      ssvc: null,
      publishedAt: null,
      mentions: [],
      isWithdrawn: false,
      isDisputed: false,
      ...vulnerability,
    },
    match: {
      class: 'vulnerability',
      assumptions: [],
      urgency: undefined,
      fixState: 'unknown',
      platforms: [],
      ...match,
    },
    component: { ecosystem: 'npm', name: 'lib', version: '1.0.0', arch: null, type: 'library', ...component },
    places: [aPlace()],
    profiles: [],
    ...where,
  };
}

export type PlaceChanges = Partial<Omit<ComponentPlace, 'document'>> & {
  readonly document?: Partial<DocumentContext>;
};

export function aPlace({ document, ...changes }: PlaceChanges = {}): ComponentPlace {
  return {
    sbomId: 's',
    image: null,
    scope: 'required',
    inGraph: null,
    files: [],
    platform: ANY_PLATFORM,
    document: { kind: 'unknown', isContainer: false, platform: ANY_PLATFORM, ...document },
    ...changes,
  };
}

export interface ProfileChanges {
  readonly name?: string;
  /** Confirmed values; lists are complete. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly incomplete?: boolean;
  readonly runtime?: RuntimeView;
  readonly observations?: readonly Observation[];
}

export function aProfile({
  name = 'default',
  fields = {},
  incomplete,
  runtime,
  observations,
}: ProfileChanges = {}): ProfileView {
  return {
    name,
    version: 1,
    known: (path) =>
      Object.hasOwn(fields, path)
        ? { value: fields[path], complete: incomplete !== true, basis: 'confirmed' }
        : undefined,
    runtime,
    observations: observations ?? [],
  };
}

/** Denies the named actions, such as `file:/a`, `syscall:execve` or `exec`, and returns `otherwise` for all others. */
export function aRuntime(denied: readonly string[], otherwise: 'allowed' | 'unknown' = 'allowed'): RuntimeView {
  const say = (what: string) =>
    denied.includes(what)
      ? { answer: 'denied' as const, evidence: [{ document: 'apparmor', line: 3, text: `deny ${what}` }] }
      : { answer: otherwise, evidence: [] };
  return {
    file: (path, mode) => (mode === 'write' ? say('write') : say(`file:${path}`)),
    syscall: (name) => say(`syscall:${name}`),
    listen: () => say('listen'),
    capability: (name) => say(`capability:${name}`),
    execAny: () => say('exec'),
  };
}

export function anOpinion(changes: Partial<Opinion>): Opinion {
  return {
    kind: 'rule',
    code: 'test',
    actor: 'R99 v1',
    effect: 'annotate',
    class: null,
    state: null,
    justification: null,
    response: [],
    text: 'A test says so.',
    label: null,
    evidence: [],
    guards: [],
    at: null,
    expiresAt: null,
    sourceId: null,
    ...changes,
  };
}

export function aReachabilityFact(changes: Partial<ReachabilityFact>): ReachabilityFact {
  return {
    state: 'called',
    trace: { frames: [], omitted: 0 },
    tool: 'govulncheck v1',
    sha256: 'ab',
    gap: null,
    ...changes,
  };
}
