/**
 * Imports the projects of a Dependency-Track into a running Assay: each project becomes a version of a service, with its SBOM,
 * its tags and its decisions. Every step can be repeated: the same SBOM is stored once, and a decision that a finding already
 * has is not made again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { WireFinding } from '../../../api/contract/findings/finding.ts';
import type { WireReceipt } from '../../../api/contract/services/sbom.ts';
import { RequestError, type AssayClient } from '../../../client/assay-client.ts';
import { isSameList } from '../../../core/collections/text-lists.ts';
import { parsePurl } from '../../../core/identity/purl/purl.ts';
import { DependencyTrackAnalysis, DependencyTrackFinding, DependencyTrackProject } from './dependency-track-answers.ts';
import type { SavedAnswers } from './saved-answers.ts';
import { toDecision } from './to-decision.ts';

export interface ImportDeps {
  readonly answers: SavedAnswers;
  readonly client: AssayClient;
  readonly onProgress: (line: string) => void;
  readonly now: () => number;
}

/** Something that Assay does not have now. */
export interface Unmapped {
  readonly project: string;
  readonly subject: string;
  readonly reason: string;
}

export interface ImportReport {
  projects: number;
  sboms: number;
  decisions: number;
  /** Already present, from an earlier run. */
  unchanged: number;
  readonly unmapped: Unmapped[];
}

const PAGE_SIZE = 100;
/** A project without a version needs a name here. */
const NO_VERSION = 'unversioned';
/** The slot of uploads by clients of Dependency-Track, so that the next upload replaces the imported SBOM. */
const SLOT = 'dependency-track';

export async function importDependencyTrack(deps: ImportDeps): Promise<ImportReport> {
  const report: ImportReport = { projects: 0, sboms: 0, decisions: 0, unchanged: 0, unmapped: [] };
  const projects = await listPages(deps, 'projects', '/api/v1/project?', DependencyTrackProject, ({ uuid }) => uuid);
  for (const [index, project] of projects.entries()) {
    const title = `${project.name} ${project.version ?? NO_VERSION}`;
    deps.onProgress(`${index + 1} of ${projects.length}: ${title}`);
    await importProject(deps, report, project, title);
    report.projects += 1;
  }
  return report;
}

/** Older servers ignore the page and return everything, so a page that repeats the last one ends the list. */
async function listPages<Schema extends z.ZodType>(
  { answers }: ImportDeps,
  name: string,
  path: string,
  schema: Schema,
  keyOf: (item: z.output<Schema>) => string,
): Promise<z.output<Schema>[]> {
  const items = new Map<string, z.output<Schema>>();
  for (let number = 1; ; number += 1) {
    const before = items.size;
    const answer = await answers.get(`${name}-${number}`, `${path}pageNumber=${number}&pageSize=${PAGE_SIZE}`);
    const page = z.array(schema).parse(answer ?? []);
    for (const item of page) items.set(keyOf(item), item);
    if (page.length < PAGE_SIZE || items.size === before) return [...items.values()];
  }
}

async function importProject(
  deps: ImportDeps,
  report: ImportReport,
  project: DependencyTrackProject,
  title: string,
): Promise<void> {
  const refuse = (subject: string, reason: string): void => {
    report.unmapped.push({ project: title, subject, reason });
  };
  if (project.version === null || project.version === undefined || project.version === '')
    refuse('version', `the project has none; it is named ${NO_VERSION}`);
  const bom = await deps.answers.get(
    `${project.uuid}-bom`,
    `/api/v1/bom/cyclonedx/project/${project.uuid}?format=json&variant=inventory`,
  );
  if (bom === null) return refuse('SBOM', 'the project has none');

  const path = { service: project.name, version: project.version || NO_VERSION };
  const tags = (project.tags ?? []).map(({ name }) => name);
  const input = { path, query: { slot: SLOT, tag: tags } };
  const receipt = await tried(deps.client.call('uploadSbom', input, { json: bom }));
  if (receipt instanceof RequestError) return refuse('SBOM', receipt.problem);
  if (receipt.deduplicated) report.unchanged += 1;
  else report.sboms += 1;
  if (!receipt.versionCreated) await setTags(deps, path, tags, refuse);
  if (project.isLatest === true) {
    const set = await tried(deps.client.call('setAlias', { path: { ...path, alias: 'latest' } }));
    if (set instanceof RequestError) refuse('latest version', set.problem);
  }
  await importDecisions(deps, report, { project, path, receipt, refuse });
}

/** What Assay rejects is reported, and the import goes on. */
async function tried<Answer>(request: Promise<Answer>): Promise<Answer | RequestError> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof RequestError && error.status < 500) return error;
    throw error;
  }
}

async function setTags(
  { client }: ImportDeps,
  path: VersionPath,
  tags: readonly string[],
  refuse: (subject: string, reason: string) => void,
): Promise<void> {
  const version = await tried(client.call('getVersion', { path }));
  if (!(version instanceof RequestError) && isSameList(version.tags, tags)) return;
  const changed = await tried(client.call('updateVersion', { path }, { json: { tags } }));
  if (changed instanceof RequestError) refuse('tags', changed.problem);
}

interface VersionPath {
  readonly service: string;
  readonly version: string;
}

interface ImportedProject {
  readonly project: DependencyTrackProject;
  readonly path: VersionPath;
  readonly receipt: WireReceipt;
  readonly refuse: (subject: string, reason: string) => void;
}

async function importDecisions(
  deps: ImportDeps,
  report: ImportReport,
  { project, path, receipt, refuse }: ImportedProject,
): Promise<void> {
  const list = `/api/v1/finding/project/${project.uuid}?suppressed=true&`;
  const findings = await listPages(
    deps,
    `${project.uuid}-findings`,
    list,
    DependencyTrackFinding,
    (each) => each.matrix,
  );
  const decided = findings.filter(
    ({ analysis }) => analysis?.isSuppressed === true || (analysis?.state ?? 'NOT_SET') !== 'NOT_SET',
  );
  if (decided.length === 0) return;
  const failure = await waitForAnalysis(deps, receipt);
  if (failure !== undefined) return refuse(`${decided.length} decisions`, failure);
  const own = indexFindings(await listOwnFindings(deps, path));
  for (const finding of decided) {
    const subject = `${finding.vulnerability.vulnId} in ${finding.component.purl ?? finding.component.name}`;
    const analysis = await findAnalysis(deps, project, finding);
    const mapped = toDecision(analysis, new Date(deps.now()).toISOString());
    if ('problem' in mapped) {
      refuse(subject, mapped.problem);
      continue;
    }
    const target = keysOf(finding).flatMap((key) => own.get(key) ?? [])[0];
    if (target === undefined) refuse(subject, 'Assay does not report this finding');
    else if (target.decision?.kind === 'human') {
      if (target.decision.detail === mapped.decision.detail) report.unchanged += 1;
      else refuse(subject, 'the finding already has another decision, which stays');
    } else {
      const made = await tried(
        deps.client.call('createDecision', { path: { id: target.id } }, { json: mapped.decision }),
      );
      if (made instanceof RequestError) refuse(subject, made.problem);
      else report.decisions += 1;
    }
  }
}

/** Without a record of its own, a finding has only the state of the list. */
async function findAnalysis(
  { answers }: ImportDeps,
  project: DependencyTrackProject,
  { component, vulnerability, analysis }: DependencyTrackFinding,
): Promise<DependencyTrackAnalysis> {
  const query = `project=${project.uuid}&component=${component.uuid}&vulnerability=${vulnerability.uuid}`;
  const name = `${project.uuid}-analysis-${component.uuid}-${vulnerability.uuid}`;
  const answer = await answers.get(name, `/api/v1/analysis?${query}`);
  return DependencyTrackAnalysis.parse(
    answer ?? { analysisState: analysis?.state, isSuppressed: analysis?.isSuppressed },
  );
}

const POLL_MS = 1_000;
const POLLS_MAX = 900;

/** Returns why the analysis has no result. */
async function waitForAnalysis({ client }: ImportDeps, { analysisId }: WireReceipt): Promise<string | undefined> {
  if (analysisId === null) return undefined;
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    const { status } = await client.call('getAnalysis', { path: { id: analysisId } });
    if (status === 'failed') return 'the analysis of the SBOM failed';
    if (status !== 'queued' && status !== 'running') return undefined;
    await pause(POLL_MS);
  }
  return 'the analysis of the SBOM did not finish; repeat the import later';
}

async function listOwnFindings({ client }: ImportDeps, path: VersionPath): Promise<readonly WireFinding[]> {
  const query = { relevance: 'relevant,deprioritized,not_relevant' };
  return (await client.list('listVersionFindings', { path, query }, Infinity)).items;
}

/** By each id of the vulnerability and the package. */
function indexFindings(findings: readonly WireFinding[]): ReadonlyMap<string, WireFinding> {
  const index = new Map<string, WireFinding>();
  for (const finding of findings) {
    const { id, aliases } = finding.vulnerability;
    for (const each of [id, ...aliases]) index.set(toKey(each, finding.component.purl, finding.component), finding);
  }
  return index;
}

function keysOf({ component, vulnerability }: DependencyTrackFinding): string[] {
  const aliases = (vulnerability.aliases ?? []).flatMap((alias) => Object.values(alias));
  const ids = [vulnerability.vulnId, ...aliases.flatMap((alias) => alias ?? [])];
  return ids.map((id) => toKey(id, component.purl ?? null, { name: component.name, version: component.version ?? '' }));
}

/** Qualifiers of a purl are left out: Dependency-Track drops some of them. */
function toKey(id: string, text: string | null, named: { readonly name: string; readonly version: string }): string {
  const purl = text === null ? undefined : parsePurl(text).purl;
  const component =
    purl === undefined ? [named.name, named.version] : [purl.type, purl.namespace ?? '', purl.name, purl.version ?? ''];
  return JSON.stringify([id.toUpperCase(), ...component]);
}
