/**
 * A question about a service whose answer decides whether findings are relevant. The sentence is written here, from the kind and
 * the subject: nothing that a model wrote is shown as a question.
 */
import type { Answer, QuestionKind } from '../../vocabulary/question.ts';

export interface Question {
  readonly kind: QuestionKind;
  /** `git`, `xml`, `golang.org/x/net/html`. */
  readonly subject: string;
  /** Package that the subject belongs to; null: the subject alone is clear. */
  readonly package: string | null;
}

/** The same for the same question in every service of every organization. */
export function keyOfQuestion({ kind, subject, package: name }: Question): string {
  return JSON.stringify([kind, name, subject]);
}

export interface QuestionAnswer extends Question {
  readonly answer: Answer;
  readonly note: string | null;
  /** Name of the person. */
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly expiresAt: string;
  /** Major versions of the packages that asked the question when it was answered. */
  readonly majors: Majors;
}

/** By package: ecosystem and name. */
export type Majors = Readonly<Record<string, readonly string[]>>;

/** By `keyOfQuestion`, without expired ones. */
export type Answers = ReadonlyMap<string, QuestionAnswer>;

export function toAnswers(given: readonly QuestionAnswer[]): Answers {
  return new Map(given.map((answer) => [keyOfQuestion(answer), answer]));
}

export interface QuestionText {
  readonly text: string;
  /** How to find the answer. */
  readonly help: string;
}

export function describeQuestion({ kind, subject, package: name }: Question): QuestionText {
  return SENTENCES[kind](subject, name ?? 'this package');
}

const SEARCH_HELP = 'Search the source code and the configuration of the service.';

const SENTENCES: Readonly<Record<QuestionKind, (subject: string, name: string) => QuestionText>> = {
  os: (subject) => ({
    text: `Does this service run on ${SYSTEM_NAMES.get(subject) ?? subject}?`,
    help: 'Consider every environment that the service is deployed to.',
  }),
  arch: (subject) => ({
    text: `Does this service run on ${subject} systems?`,
    help: 'Consider every environment that the service is deployed to.',
  }),
  program: (subject) => ({
    text: `Does this service run ${subject}?`,
    help: 'Include start scripts, health checks, scheduled jobs and libraries that start programs. Do not include the build of the image.',
  }),
  technology: (subject) => ({
    text: `Does this service use ${subject}?`,
    help: 'Include libraries that use it on behalf of the service.',
  }),
  input: (subject) => ({
    text: `Does this service process ${INPUT_NAMES.get(subject) ?? subject} from untrusted sources?`,
    help: 'Untrusted sources are users, other organizations, and files and messages that they can change.',
  }),
  package: (subject) => ({
    text: `Does this service or one of its dependencies import the Go package ${subject}?`,
    help: 'Run `go list -deps ./...` to list all imported packages.',
  }),
  function: (subject) => ({
    text: `Does this service or one of its dependencies call ${subject}?`,
    help: SEARCH_HELP,
  }),
  feature: (subject, name) => ({
    text: `Does this service use ${isOfPackage(name) ? `"${subject}" of ${name}` : subject}?`,
    help: SEARCH_HELP,
  }),
  configuration: (subject, name) => ({
    text: `Does this service enable the setting "${subject}" of ${name}?`,
    help: SEARCH_HELP,
  }),
  component: (subject) => ({
    text: `Does this service contain ${subject}?`,
    help: 'Look for it in every image of the service. It is in no SBOM of the version, but the SBOMs may be incomplete.',
  }),
  deployment: (subject) => ({
    text: `Does this service run ${DEPLOYMENT_NAMES.get(subject) ?? subject}?`,
    help: 'Consider every environment that the service is deployed to.',
  }),
  local_user: () => ({
    text: 'Can untrusted users run programs on the hosts or in the containers of this service?',
    help: 'Include shared hosts, shells for customers, and jobs that run code of users.',
  }),
};

function isOfPackage(name: string): boolean {
  return name !== 'this package';
}

const SYSTEM_NAMES = new Map([
  ['windows', 'Windows'],
  ['darwin', 'macOS'],
  ['linux', 'Linux'],
  ['android', 'Android'],
  ['ios', 'iOS'],
  ['freebsd', 'FreeBSD'],
  ['openbsd', 'OpenBSD'],
  ['netbsd', 'NetBSD'],
  ['solaris', 'Solaris'],
  ['illumos', 'illumos'],
  ['dragonfly', 'DragonFly BSD'],
  ['aix', 'AIX'],
  ['plan9', 'Plan 9'],
]);

const INPUT_NAMES = new Map([
  ['xml', 'XML or HTML'],
  ['yaml', 'YAML'],
  ['image', 'images'],
  ['media', 'audio or video'],
  ['font', 'fonts, or documents with fonts,'],
  ['pdf', 'PDF or PostScript files'],
  ['archive', 'archives or compressed files'],
  ['markdown', 'Markdown'],
  ['office', 'office documents (spreadsheets, text documents)'],
  ['xstream', 'XStream documents (XML or JSON)'],
  ['java', 'serialized Java objects'],
  ['template', 'templates'],
  ['email', 'email'],
  ['file-upload', 'uploaded files'],
]);

const DEPLOYMENT_NAMES = new Map([
  ['servlet-container', 'in a servlet container'],
  ['windows-service', 'as a Windows service'],
  ['browser', 'in a browser'],
  ['command-line', 'as a command-line program'],
]);
