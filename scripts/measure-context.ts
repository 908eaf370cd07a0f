/**
 * Measures what settles the findings of real services: rules, documents, analyses of calls, answers, and a reader that claims
 * everything. Run by hand against a running Assay without these services; prints the table of docs/concepts/relevance-measured.md,
 * and every finding that the reader would dismiss, to be read by a person.
 *
 *     ASSAY_TEST_DATA=/data ASSAY_URL=http://127.0.0.1:8080 ASSAY_TOKEN=... node scripts/measure-context.ts [service ...]
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseOsvRecord } from '../src/core/advisory/osv/parse-osv-record.ts';
import { parsePurl } from '../src/core/identity/purl/purl.ts';
import type { ProfileFields } from '../src/core/profile/security-profile.ts';
import { toProfileView } from '../src/core/profile/to-profile-view.ts';
import type { AdvisoryText } from '../src/core/relevance/assessments/assessment.ts';
import type { Severity } from '../src/core/vocabulary/severity.ts';
import { isDismissible } from '../test/quality/relevance/advisories/score-readings.ts';
import { listLabeledAdvisories } from '../test/quality/relevance/advisories/labeled-advisories.ts';
import { listPassedClaims } from '../test/quality/relevance/worst-case-reader.ts';
import { readRealRecords } from '../test/support/real-advisories.ts';
import { aSubject } from '../test/support/subjects.ts';
import { inDigits, toTable } from './to-table.ts';

interface MeasuredService {
  readonly name: string;
  readonly class: string;
  /** Below `sboms` of ASSAY_TEST_DATA. */
  readonly sbom: string;
  /** Below `context`: deployment documents of the same kind of service. */
  readonly documents: readonly string[];
  /** Below `context`. */
  readonly reachability?: string;
}

const [K8S, COMPOSE] = ['kubernetes', 'docker-compose'];

const SERVICES: readonly MeasuredService[] = [
  {
    name: 'cassandra',
    class: 'image, Debian',
    sbom: 'images/debian/bitnami_cassandra-421289558ad0.syft.spdx.json',
    documents: ['statefulset', 'service'].map(
      (kind) => `${K8S}/kubernetes-examples/databases_cassandra_cassandra-${kind}.yaml`,
    ),
  },
  {
    name: 'redis',
    class: 'image, Debian',
    sbom: 'images/guac-data/syft-cyclonedx-docker.io-library-redis.latest.json',
    documents: ['deployment', 'service', 'network-policy'].map(
      (kind) => `${K8S}/argo-cd/manifests_base_redis_argocd-redis-${kind}.yaml`,
    ),
  },
  {
    name: 'httpd',
    class: 'image, Debian',
    sbom: 'images/guac-data/syft-cyclonedx-docker.io-library-httpd.latest.json',
    documents: [`${COMPOSE}/apache-php_compose.yaml`],
  },
  {
    name: 'mysql',
    class: 'image, Ubuntu',
    sbom: 'images/ubuntu/cimg_mysql-ac7d14096f9b.trivy.spdx.json',
    documents: ['mysql.yaml', 'mysql-service.yaml'].map(
      (file) => `${K8S}/kubernetes-examples/databases_mysql-cinder-pd_${file}`,
    ),
  },
  {
    name: 'node',
    class: 'image, Ubuntu',
    sbom: 'images/ubuntu/cimg_node-c17f175669ac.trivy.spdx.json',
    documents: [`${K8S}/microservices-demo/kubernetes-manifests_paymentservice.yaml`],
  },
  {
    name: 'grafana',
    class: 'image, Alpine',
    sbom: 'images/alpine/rancher_mirrored-grafana-grafana-ca018e5e49ae.syft.spdx.json',
    documents: [`${COMPOSE}/prometheus-grafana_compose.yaml`],
  },
  {
    name: 'elasticsearch',
    class: 'image, CentOS',
    sbom: 'images/centos/amazon_opendistro-for-elasticsearch-2acfa1dcc5f8.trivy.spdx.json',
    documents: [`${COMPOSE}/elasticsearch-logstash-kibana_compose.yaml`],
  },
  {
    name: 'shop-api',
    class: 'application, npm',
    sbom: 'history/shop-api-1.0.0.cdx.json',
    documents: [`${K8S}/microservices-demo/kubernetes-manifests_frontend.yaml`],
  },
  {
    name: 'flagger',
    class: 'application, Go',
    sbom: 'in-the-wild/flagger_1.18.0_sbom.spdx.json',
    documents: [`${K8S}/argo-cd/manifests_base_repo-server_argocd-repo-server-deployment.yaml`],
  },
  {
    name: 'joc-cockpit',
    class: 'application, Java',
    sbom: 'in-the-wild/joc-cockpit-sbom-cdx.json',
    documents: [`${COMPOSE}/spring-postgres_compose.yaml`],
  },
  {
    name: 'evinse-java',
    class: 'application, Java',
    sbom: '../context/cyclonedx-evidence/test_data_bom-evinse-java.json',
    documents: [`${COMPOSE}/spring-postgres_compose.yaml`],
    reachability: 'cyclonedx-evidence/test_data_bom-evinse-java.json',
  },
];

interface WireFinding {
  readonly id: string;
  readonly vulnerability: {
    readonly id: string;
    readonly severity: Severity;
    readonly cwes: readonly string[];
    readonly publishedAt: string | null;
    readonly kev: object | null;
    readonly epss: { readonly score: number } | null;
  };
  readonly match: { readonly records: readonly { readonly recordId: string; readonly outcome: string }[] };
  readonly component: { readonly purl: string | null; readonly name: string; readonly version: string | null };
  readonly relevance: { readonly status: string };
  readonly priority: { readonly risk: number };
}

interface Measured {
  readonly findings: number;
  readonly rules: number;
  readonly documents: number;
  /** Findings whose risk became lower, among those that stay open. */
  readonly lowered: number;
  readonly reachability: number;
  /** Null: this Assay asks no questions. */
  readonly answers: number | null;
  readonly reader: number;
  readonly wrong: number;
}

const [url, token, data] = ['ASSAY_URL', 'ASSAY_TOKEN', 'ASSAY_TEST_DATA'].map((name) => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`Set ${name}.`);
  return value;
}) as [string, string, string];

function toCells({
  findings,
  rules,
  documents,
  lowered,
  reachability,
  answers,
  reader,
  wrong,
}: Measured): readonly string[] {
  const cells = [findings, rules, documents, lowered, reachability].map(inDigits);
  return [...cells, answers === null ? 'open' : inDigits(answers), inDigits(reader), inDigits(wrong)];
}

async function measure(service: MeasuredService): Promise<Measured> {
  const at = `/service/${service.name}`;
  const image = service.class.startsWith('image') ? `&image=registry.example.org/${service.name}:1` : '';
  await send('POST', `${at}/version/1/sbom?wait=60${image}`, readFileSync(path.join(data, 'sboms', service.sbom)));
  await waitForAnalysis(at, '');
  const before = await listFindings(at);
  for (const [i, file] of service.documents.entries())
    await sendAndWait(at, `${at}/profile/default/document?name=document-${i + 1}&inForce=true`, file);
  const documented = await listFindings(at);
  if (service.reachability !== undefined) await sendAndWait(at, `${at}/version/1/reachability`, service.reachability);
  const analyzed = await listFindings(at);
  const answers = await answerQuestions(at);
  const open = (await listFindings(at)).filter(isOpen);
  const { dismissed, wrong } = await readEverything(service.name, at, open);
  const risks = new Map(before.map((finding) => [keyOf(finding), finding.priority.risk]));
  return {
    findings: before.length,
    rules: before.length - countOpen(before),
    documents: countOpen(before) - countOpen(documented),
    lowered: documented.filter((each) => isOpen(each) && each.priority.risk < (risks.get(keyOf(each)) ?? 0)).length,
    reachability: countOpen(documented) - countOpen(analyzed),
    answers: answers === null ? null : countOpen(analyzed) - open.length,
    reader: dismissed,
    wrong,
  };
}

function keyOf({ vulnerability, component }: WireFinding): string {
  return `${vulnerability.id} ${component.purl}`;
}

function isOpen({ relevance }: Pick<WireFinding, 'relevance'>): boolean {
  return relevance.status === 'relevant';
}

function countOpen(findings: readonly WireFinding[]): number {
  return findings.filter(isOpen).length;
}

async function send(method: string, route: string, body?: Buffer | string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v2${route}`, { method, headers, ...(body !== undefined && { body }) });
  if (!response.ok && response.status !== 404) throw new Error(`${method} ${route}: ${await response.text()}`);
  return response;
}

async function listFindings(at: string): Promise<readonly WireFinding[]> {
  const found: WireFinding[] = [];
  const all = 'relevance=relevant,deprioritized,not_relevant&limit=1000';
  for (let offset = 0; offset === found.length; offset += 1_000)
    found.push(
      ...((await (await send('GET', `${at}/version/1/finding?${all}&offset=${offset}`)).json()) as WireFinding[]),
    );
  return found;
}

const WAIT_MAX_MS = 120_000;
/** An analysis that has not started by then is not needed. */
const START_MAX_MS = 10_000;
const POLL_MS = 1_000;

/** A change of the context analyzes the version again; nothing happens if it changes no value. */
async function sendAndWait(at: string, route: string, file: string): Promise<void> {
  const newest = await getNewestAnalysis(at);
  const document = path.join(data, 'context', file);
  if (!existsSync(document)) throw new Error(`There is no ${file}.`);
  await send('PUT', route, readFileSync(document));
  await waitForAnalysis(at, newest.id);
}

async function waitForAnalysis(at: string, before: string): Promise<void> {
  for (let waited = 0; waited < WAIT_MAX_MS; waited += POLL_MS) {
    await delay(POLL_MS);
    const { id, status } = await getNewestAnalysis(at);
    if (id !== before && status.startsWith('completed')) return;
    if (id === before && waited >= START_MAX_MS) return;
  }
}

async function getNewestAnalysis(at: string): Promise<{ readonly id: string; readonly status: string }> {
  const [newest] = (await (await send('GET', `${at}/version/1/analysis?limit=1`)).json()) as {
    id: string;
    status: string;
  }[];
  return newest ?? { id: '', status: '' };
}

const QUESTIONS_MAX = 5;

/** Answers the best questions with no, which settles the most. Null: there are no questions in this Assay. */
async function answerQuestions(at: string): Promise<number | null> {
  const response = await send('GET', `${at}/question?limit=${QUESTIONS_MAX}`);
  if (response.status === 404) return null;
  const questions = (await response.json()) as { readonly id: string; readonly text?: string }[];
  for (const { id, text } of questions.slice(0, QUESTIONS_MAX)) {
    console.error(`${at} question: ${text ?? id}`);
    const newest = await getNewestAnalysis(at);
    await send('PUT', `${at}/question/${encodeURIComponent(id)}/answer`, JSON.stringify({ answer: 'no' }));
    await waitForAnalysis(at, newest.id);
  }
  return questions.length;
}

/** Counts what a reader that claims everything gets past the verifier, and what a label contradicts. */
async function readEverything(
  name: string,
  at: string,
  findings: readonly WireFinding[],
): Promise<{ readonly dismissed: number; readonly wrong: number }> {
  const { fields } = (await (await send('GET', `${at}/profile/default`)).json()) as { readonly fields: ProfileFields };
  const profiles = [toProfileView({ name: 'default', version: 1, fields }, [])];
  let [dismissed, wrong] = [0, 0];
  for (const { vulnerability, component, match } of findings) {
    const records = match.records.filter(({ outcome }) => outcome === 'affected').map(({ recordId }) => recordId);
    const texts = (await Promise.all(records.map((id) => findText(id)))).flatMap((text) => text ?? []);
    const ecosystem = parsePurl(component.purl ?? '').purl?.type ?? null;
    const { id, severity, cwes, publishedAt } = vulnerability;
    const [kev, epss] = [vulnerability.kev as never, vulnerability.epss];
    const subject = aSubject({
      vulnerability: { id, severity, cwes, publishedAt, kev, epss },
      component: { ...component, ecosystem },
      profiles,
    });
    const passed = listPassedClaims(subject, texts).filter(({ isGuarded }) => !isGuarded);
    if (passed.length === 0) continue;
    dismissed += 1;
    const label = records.map((record) => labeled.get(record)).find((each) => each !== undefined);
    if (label !== undefined && !isDismissible({ subject, labels: label.labels })) wrong += 1;
    for (const { precondition } of passed)
      console.error(
        `${name} ${id} ${component.name} | ${precondition.type} ${precondition.value}: ${precondition.quote}`,
      );
  }
  return { dismissed, wrong };
}

/** Of all ecosystems with records in the SBOMs, loaded once. */
const DIRECTORIES = [
  'Debian',
  'Ubuntu',
  'Alpine',
  'Red Hat',
  'npm',
  'PyPI',
  'Maven',
  'Go',
  'RubyGems',
  'crates.io',
  'NuGet',
];
let texts: Promise<ReadonlyMap<string, AdvisoryText>> | undefined;

async function findText(recordId: string): Promise<AdvisoryText | undefined> {
  texts ??= loadTexts();
  return (await texts).get(recordId);
}

async function loadTexts(): Promise<ReadonlyMap<string, AdvisoryText>> {
  const found = new Map<string, AdvisoryText>();
  for (const directory of DIRECTORIES) {
    for (const record of (await readRealRecords(directory)) ?? []) {
      const advisory = parseOsvRecord(record);
      if ('problem' in advisory) continue;
      const { id, title, details, affected } = advisory;
      const packages = [...new Set(affected.map(({ name }) => name))];
      // The same CVE is in several directories with other packages; the first has the text of the distribution.
      if (!found.has(id)) found.set(id, { recordId: id, title, details, packages, hash: '' });
    }
  }
  return found;
}

const labeled = new Map(((await listLabeledAdvisories()) ?? []).map((advisory) => [advisory.id, advisory]));
const rows: { readonly class: string; readonly name: string; readonly measured: Measured }[] = [];
const names = process.argv.slice(2);
for (const service of SERVICES.filter(({ name }) => names.length === 0 || names.includes(name)))
  rows.push({ ...service, measured: await measure(service) });

const head = [
  'Class',
  'Service',
  'Findings',
  'Rules',
  'Documents',
  'Lower risk',
  'Calls',
  '5 answers',
  'Reader',
  'Wrong',
];
console.log(
  toTable(
    head,
    rows.map(({ class: kind, name, measured }) => [kind, name, ...toCells(measured)]),
  ),
);
