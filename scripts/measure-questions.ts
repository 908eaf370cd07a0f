/**
 * Measures the questions about real SBOMs with real advisories, without AI: how many open findings the five best questions
 * settle if all are answered with "no". Run by hand; prints the table of docs/guides/questions.md, and with `--list` the questions.
 *
 *     ASSAY_TEST_DATA=/data node scripts/measure-questions.ts
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Advisory } from '../src/core/advisory/advisory.ts';
import { remarksOf } from '../src/core/advisory/vulnerability/remarks.ts';
import { describeVulnerability, type RecordFacts } from '../src/core/advisory/vulnerability/vulnerability.ts';
import { judgeVersion, type FoundVulnerability } from '../src/core/history/findings/version-findings.ts';
import { describeDocument } from '../src/core/profile/documents/describe-document.ts';
import { findNamedPackages } from '../src/core/reachability/parse-members.ts';
import { findGuards } from '../src/core/relevance/opinions/guards.ts';
import { clusterQuestions, rankQuestions } from '../src/core/relevance/questions/cluster-questions.ts';
import { listConditions } from '../src/core/relevance/questions/conditions.ts';
import { describeQuestion, keyOfQuestion } from '../src/core/relevance/questions/question.ts';
import { toVulnerableCode } from '../src/core/relevance/questions/vulnerable-code.ts';
import { toComponentSet } from '../src/core/match/components/component-set.ts';
import { memberIn } from '../src/core/json/members.ts';
import { findRealData } from '../test/support/real-data.ts';
import { readRealInventories } from '../test/support/real-inventories.ts';
import { indexReal, matchDocument, readAdvisoriesOf } from '../test/support/real-matches.ts';
import { inDigits, toTable } from './to-table.ts';

const QUESTIONS_SHOWN = 5;
const { values: options } = parseArgs({ options: { list: { type: 'boolean' }, only: { type: 'string' } } });

const CLASSES: readonly (readonly [string, (file: string) => boolean])[] = [
  ['Debian and Ubuntu images', (file) => /^images\/(?:debian|ubuntu)\//.test(file)],
  ['Red Hat family images', (file) => /^images\/(?:redhat|centos|rocky|alma|oracle|fedora|amazon)\//.test(file)],
  ['Alpine images', (file) => file.startsWith('images/alpine/')],
  ['Applications', (file) => /^(?:in-the-wild|history|images\/lang-only)\//.test(file)],
  ['Other images', (file) => file.startsWith('images/')],
  ['Samples of SBOM tools', (file) => file.startsWith('tools/')],
  ['Red Hat products', (file) => /^(?:redhat|large)\//.test(file)],
];

const documents = readRealInventories(
  (file) => CLASSES.some(([, isOf]) => isOf(file)) && (options.only === undefined || file.includes(options.only)),
).map(({ file, inventory }) => {
  const image = file.startsWith('images/') ? file : undefined;
  const context = { distroOverride: undefined, image };
  return { file, traits: describeDocument(inventory, context), members: toComponentSet(inventory, context).members };
});
const named = new Map<string, ReturnType<typeof findNamedPackages>>();
const advisories = await readAdvisoriesOf(documents, {
  onRecord: (record, ecosystem) => {
    const affected = memberIn(record, 'affected');
    if ((ecosystem === 'Go' || ecosystem === 'crates.io') && Array.isArray(affected))
      named.set(String(memberIn(record, 'id')), findNamedPackages(affected));
  },
});
const { candidates } = indexReal(advisories);
const recordsById = Map.groupBy(advisories, ({ id }) => id);
const kevIds = new Set(readKev());
const at = '2025-03-01T00:00:00Z';

interface Measured {
  readonly file: string;
  readonly open: number;
  readonly settled: number;
  readonly lowered: number;
  readonly all: number;
  readonly questions: readonly string[];
}

const measured = documents.map((document): Measured => {
  const { members } = matchDocument(document, candidates);
  const components = members.flatMap(({ member, matches }, index) => {
    const affected = matches.filter(({ state }) => state === 'affected');
    if (affected.length === 0) return [];
    return [
      {
        ...member,
        id: String(index),
        version: member.version ?? null,
        ecosystem: member.package?.identity.family ?? null,
        matches: affected,
        occurrences: [{ sbomId: document.file, image: null, bomRef: '' }],
      },
    ];
  });
  const vulnerabilities = new Map(
    components.flatMap(({ matches }) =>
      matches.map(({ groupId, canonicalId, evidence }) => [
        groupId,
        describe(
          canonicalId,
          evidence.flatMap(({ recordId }) => recordsById.get(recordId) ?? []),
        ),
      ]),
    ),
  );
  const judged = [
    ...judgeVersion(components, vulnerabilities, {
      documentOf: () => document.traits,
      codeOf: ({ name }, recordIds) =>
        toVulnerableCode(recordIds.flatMap((id) => named.get(id)?.get(name.toLowerCase()) ?? [])),
    }),
  ];
  const open = judged.filter(({ finding }) => finding.relevance !== 'not_relevant');
  const questions = clusterQuestions(
    open.map(({ finding, subject }) => ({
      findingId: `${finding.package} ${finding.groupId}`,
      component: subject.component,
      conditions: listConditions(subject),
      isOpen: true,
      isAnswered: false,
      isGuarded: findGuards(subject).length > 0,
      risk: finding.risk,
    })),
    new Map(),
  ).map((question) => ({ ...question, id: keyOfQuestion(question) }));
  const best = rankQuestions(questions).slice(0, QUESTIONS_SHOWN);
  const idsOf = (of: typeof questions, effect: string): ReadonlySet<string> =>
    new Set(of.flatMap(({ findings }) => findings.filter((each) => each.effect === effect).map(({ id }) => id)));
  const settled = idsOf(best, 'dismiss');
  return {
    file: document.file,
    open: new Set(open.map(({ finding }) => `${finding.package} ${finding.groupId}`)).size,
    settled: settled.size,
    lowered: [...idsOf(best, 'deprioritize')].filter((id) => !settled.has(id)).length,
    all: idsOf(questions, 'dismiss').size,
    questions: best.map((question) => {
      const [one] = question.findings;
      return `${question.findings.filter(({ effect }) => effect !== 'suggest').length}\t${describeQuestion(question).text}\t${one?.id ?? ''}`;
    }),
  };
});

const rows = CLASSES.map(([name, isOf], index) => {
  const own = measured.filter(
    ({ file, open }) => open > 0 && isOf(file) && !CLASSES.slice(0, index).some(([, isEarlier]) => isEarlier(file)),
  );
  const sum = (pick: (each: Measured) => number): number => own.reduce((total, each) => total + pick(each), 0);
  const open = sum((each) => each.open);
  const share = (count: number): string => (open === 0 ? '-' : `${((count / open) * 100).toFixed(0)} %`);
  return [
    name,
    inDigits(own.length),
    inDigits(own.filter(({ questions }) => questions.length > 0).length),
    inDigits(open),
    share(sum((each) => each.settled)),
    share(sum((each) => each.lowered)),
    share(sum((each) => each.all)),
  ];
});
console.log(
  toTable(
    [
      'SBOMs',
      'With findings',
      'With questions',
      'Open findings',
      'Dismissed by five answers',
      'Lowered by them',
      'Dismissed by all answers',
    ],
    rows,
  ),
);
if (options.list === true)
  for (const { file, open, questions } of measured.filter((each) => each.questions.length > 0))
    console.log([`${file} (${open} open)`, ...questions].join('\n  '));

function describe(id: string, records: readonly Advisory[]): FoundVulnerability {
  const facts = records.map((record): RecordFacts & Pick<Advisory, 'mentions'> => ({
    ...record,
    source: 'osv',
    directory: '',
    opening: '',
    publishedAt: record.published ?? null,
    modifiedAt: record.modified,
    withdrawnAt: record.withdrawn ?? null,
  }));
  const vulnerability = describeVulnerability(id, facts);
  const cves = [id, ...vulnerability.aliases].filter((each) => each.startsWith('CVE-'));
  const isExploited = cves.some((cve) => kevIds.has(cve));
  const kev = isExploited
    ? { dateAdded: '2024-01-01', dueDate: null, ransomware: false, name: null, action: null }
    : null;
  return { ...vulnerability, kev, epss: null, ssvc: null, ...remarksOf(cves, facts, at), records: facts };
}

function readKev(): readonly string[] {
  const file = findRealData('kev', 'known_exploited_vulnerabilities.json');
  if (file === undefined) return [];
  const { vulnerabilities } = JSON.parse(readFileSync(file, 'utf8')) as {
    vulnerabilities: readonly { cveID: string }[];
  };
  return vulnerabilities.map(({ cveID }) => cveID);
}
