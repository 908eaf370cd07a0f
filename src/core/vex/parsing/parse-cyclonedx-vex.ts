/**
 * Parses CycloneDX 1.4 to 1.7 as VEX: every vulnerability with an analysis is a statement about each of the targets that it
 * affects. The same vulnerability may be listed several times with different versions, and each one counts.
 * https://cyclonedx.org/capabilities/vex/
 */
import { memberIn } from '../../json/members.ts';
import { VEX_INVALID } from '../errors.ts';
import { CycloneDxTargets } from './cyclonedx-targets.ts';
import { countIn, listIn, nameIn, freeTextIn, textIn } from './untrusted-fields.ts';
import { parseVulnerabilityIds } from './vulnerability-ids.ts';
import { parseTime, type TimeContext } from './parse-time.ts';
import { StatementList } from './statement-list.ts';
import { VexWarnings } from './vex-warnings.ts';
import type { ParseVexOptions, VexDocument } from './vex-document.ts';
import type { VexStatement } from '../vex-statement.ts';
import { findTerm } from '../vex-vocabulary.ts';
import { VEX_JUSTIFICATIONS, VEX_RESPONSES, VEX_STATES, type VexState } from '../../vocabulary/vex.ts';

interface Draft {
  readonly author: string;
  readonly timestamp: string;
  readonly time: TimeContext;
  readonly targets: CycloneDxTargets;
  readonly statements: StatementList;
  readonly warnings: VexWarnings;
}

export function parseCycloneDxVex(document: unknown, { receivedAt }: ParseVexOptions): VexDocument {
  const vulnerabilities = memberIn(document, 'vulnerabilities');
  if (!Array.isArray(vulnerabilities)) {
    const problem = vulnerabilities === undefined ? 'is missing, so there are no statements' : 'must be an array';
    throw VEX_INVALID({ path: '/vulnerabilities', problem });
  }
  const warnings = new VexWarnings();
  const time = { receivedAt, warnings };
  const metadata = memberIn(document, 'metadata');
  const author = findAuthor(metadata);
  if (author === '') warnings.add('author-missing', '/metadata/authors');
  const timestamp = parseTime(metadata, { names: ['timestamp'], path: '/metadata' }, time) ?? receivedAt;
  const targets = new CycloneDxTargets(document, warnings);
  const draft = { author, timestamp, time, targets, statements: new StatementList(), warnings };
  for (const [i, each] of vulnerabilities.entries()) parseVulnerability(each, `/vulnerabilities/${i}`, draft);

  const statements = draft.statements.toList();
  if (statements.length === 0) warnings.add('no-statements', '/vulnerabilities');
  return {
    format: 'cyclonedx',
    author,
    documentId: nameIn(document, 'serialNumber') ?? null,
    version: countIn(document, 'version'),
    timestamp,
    statements,
    warnings: warnings.toList(),
  };
}

/** Returns the author, else the manufacturer, else the supplier of the described component. */
function findAuthor(metadata: unknown): string {
  for (const author of listIn(metadata, 'authors').slice(0, AUTHORS_MAX)) {
    const name = nameIn(author, 'name') ?? nameIn(author, 'email');
    if (name !== undefined) return name;
  }
  const organizations = ['manufacturer', 'manufacture', 'supplier'].map((name) => memberIn(metadata, name));
  for (const organization of organizations) {
    const name = nameIn(organization, 'name');
    if (name !== undefined) return name;
  }
  return '';
}

const AUTHORS_MAX = 100;

/** A vulnerability without an analysis is only a report. */
function parseVulnerability(vulnerability: unknown, path: string, draft: Draft): void {
  const { warnings, statements, targets } = draft;
  const analysis = memberIn(vulnerability, 'analysis');
  if (typeof analysis !== 'object' || analysis === null) return;
  const word = textIn(analysis, 'state');
  const state = findTerm(VEX_STATES, word);
  if (state === undefined)
    return warnings.add(word === undefined ? 'state-missing' : 'state-unknown', `${path}/analysis/state`);
  const references = listIn(vulnerability, 'references').map((reference) => memberIn(reference, 'id'));
  const ids = parseVulnerabilityIds([memberIn(vulnerability, 'id'), ...references]);
  if (ids.length === 0) return warnings.add('vulnerability-missing', `${path}/id`);

  const claim = parseAnalysis(analysis, state, path, draft);
  const affects = listIn(vulnerability, 'affects');
  if (affects.length === 0) warnings.add('target-missing', `${path}/affects`);
  for (const [i, affected] of affects.entries()) {
    const target = targets.find(affected, `${path}/affects/${i}`);
    if (target !== undefined) statements.add({ ids, target, ...claim });
  }
}

function parseAnalysis(
  analysis: object,
  state: VexState,
  path: string,
  { author, timestamp, time, warnings }: Draft,
): Omit<VexStatement, 'ids' | 'target'> {
  const word = textIn(analysis, 'justification');
  const justification = findTerm(VEX_JUSTIFICATIONS, word) ?? null;
  if (word !== undefined && justification === null)
    warnings.add('justification-unknown', `${path}/analysis/justification`);
  const responses = new Set(listIn(analysis, 'response').slice(0, RESPONSES_MAX));
  return {
    state,
    justification,
    response: VEX_RESPONSES.filter((response) => responses.has(response)),
    detail: freeTextIn(analysis, 'detail'),
    actionStatement: null,
    at: parseTime(analysis, { names: ['lastUpdated', 'firstIssued'], path: `${path}/analysis` }, time) ?? timestamp,
    author,
    verbatim: { format: 'cyclonedx', status: state, justification },
  };
}

const RESPONSES_MAX = 100;
