/**
 * Measures relevance and priority of ten thousand findings with three security profiles, as computed by a publication, without
 * the database. Rules apply to half of them; one in fifty has a human decision.
 */
import type { CvssRating } from '../src/core/advisory/advisory.ts';
import { rateVector } from '../src/core/advisory/severity/cvss.ts';
import type { ProfileView } from '../src/core/profile/profile-view.ts';
import { judgeFinding, type StoredOpinions } from '../src/core/relevance/judge-finding.ts';
import type { Subject } from '../src/core/relevance/subject/subject.ts';
import { COMPONENT_SCOPES } from '../src/core/vocabulary/sbom.ts';
import { aPlace, anOpinion, aProfile, aRuntime, anSsvc, aSubject, KEV } from '../test/support/subjects.ts';
import { measureRounds } from './processor-time.ts';
import { inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

const FINDINGS = 10_000;
const CPU_MS_MAX = 300;

const PROFILES: readonly ProfileView[] = [
  aProfile({
    name: 'production',
    fields: { 'exposure.reach': 'internet', 'runtime.os': 'linux' },
    runtime: aRuntime([]),
  }),
  aProfile({ name: 'staging', fields: { 'exposure.reach': 'internal', 'runtime.os': 'linux' } }),
  aProfile({ name: 'batch', fields: { 'exposure.reach': 'internal', 'data.availabilityReq': 'L' } }),
];

export async function measureRelevance({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const busy = await quiet();
  const rounds = quick ? 3 : 9;
  const rows = [[], PROFILES.slice(0, 1), PROFILES].map((profiles) => {
    const findings = Array.from({ length: FINDINGS }, (_, index) => aFinding(index, profiles));
    const { result: shown, best, median } = measureRounds(rounds, () => countShown(findings));
    const aim = profiles.length === PROFILES.length ? judge(median < CPU_MS_MAX, `< ${CPU_MS_MAX} ms`) : '';
    const row = [String(profiles.length), FINDINGS.toLocaleString('en'), String(shown), inMs(best), inMs(median), aim];
    print(row.join(', '));
    return row;
  });
  return [
    {
      title: 'Relevance and priority',
      notes: [
        `Findings evaluated in memory: every rule, guards, precedence, risk and deadline. One warm thread, best of ${rounds} rounds`,
        `and their median, in CPU time of the thread. Load before: ${busy}.`,
      ],
      columns: ['profiles', 'findings', 'not hidden', 'best', 'median', 'target'],
      rows,
    },
  ];
}

interface Finding {
  readonly subject: Subject;
  readonly opinions: StoredOpinions;
}

function countShown(findings: readonly Finding[]): number {
  return findings.filter(({ subject, opinions }) => judgeFinding(subject, opinions).verdict.status !== 'not_relevant')
    .length;
}

function aFinding(index: number, profiles: readonly ProfileView[]): Finding {
  const of = <Item>(list: readonly Item[], step: number): Item => list[Math.floor(index / step) % list.length] as Item;
  return {
    subject: aSubject({
      vulnerability: {
        id: `CVE-2024-${index}`,
        severity: of(['high', 'medium', 'low'] as const, 1),
        cvss: of(RATINGS, 1),
        cwes: of([[], ['CWE-79'], ['CWE-78'], ['CWE-506']], 5),
        kev: index % 100 === 0 ? KEV : null,
        epss: of([null, { score: 0.0005 }, { score: 0.02 }, { score: 0.5 }], 3),
        ssvc: of([null, anSsvc({ exploitation: 'poc', automatable: true, technicalImpact: 'total' })], 7),
        mentions: index % 40 === 0 ? ['only:windows', 'syscall:ptrace'] : [],
      },
      match: {
        urgency: of([undefined, undefined, 'unimportant'], 11),
        platforms: index % 50 === 0 ? [{ os: ['windows'], arch: [] }] : [],
      },
      places: [
        aPlace({ sbomId: 'a', scope: of(COMPONENT_SCOPES, 2), files: ['/app/a.js'] }),
        aPlace({
          sbomId: 'b',
          scope: of(COMPONENT_SCOPES, 2),
          image: 'app:1',
          document: { isContainer: index % 3 === 0 },
        }),
      ],
      profiles,
    }),
    opinions: index % 50 === 0 ? { decisions: [DECISION], statements: [STATEMENT] } : {},
  };
}

const AT = '2026-01-01T00:00:00.000Z';
const DECISION = anOpinion({
  kind: 'human',
  code: 'decision',
  actor: 'ann',
  effect: 'dismiss',
  scope: 'service',
  at: AT,
});
const STATEMENT = anOpinion({
  kind: 'vex',
  code: 'vex',
  actor: 'vendor',
  effect: 'confirm',
  trust: 'supplier',
  at: AT,
});

/** Several hundred vectors; every third finding has none. */
const RATINGS: readonly (readonly CvssRating[])[] = ['N', 'A', 'L', 'P'].flatMap((av) =>
  ['N', 'L', 'H'].flatMap((pr) =>
    ['H', 'L', 'N'].flatMap((c) =>
      ['H', 'L', 'N'].flatMap((i) => [
        toRatings(`CVSS:3.1/AV:${av}/AC:L/PR:${pr}/UI:N/S:U/C:${c}/I:${i}/A:H`),
        toRatings(`CVSS:4.0/AV:${av}/AC:L/AT:N/PR:${pr}/UI:N/VC:${c}/VI:${i}/VA:H/SC:N/SI:N/SA:N`),
        [],
      ]),
    ),
  ),
);

function toRatings(vector: string): readonly CvssRating[] {
  const rating = rateVector(vector);
  return 'problem' in rating ? [] : [rating];
}
