/**
 * Parses OpenVEX 0.2.0 and older forms that are still in use: a vulnerability, product or subcomponent as a plain string, and
 * subcomponents beside the products. Author and time are inherited from the document; of several statements about the same
 * target, the newest counts. https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md
 */
import { memberIn } from '../../json/members.ts';
import { VEX_INVALID } from '../errors.ts';
import { countIn, listIn, nameIn, freeTextIn, textIn } from './untrusted-fields.ts';
import { parseOpenVexTargets } from './openvex-targets.ts';
import { parseVulnerabilityIds } from './vulnerability-ids.ts';
import { parseTime, type TimeContext } from './parse-time.ts';
import { StatementList } from './statement-list.ts';
import { VexWarnings } from './vex-warnings.ts';
import type { ParseVexOptions, VexDocument } from './vex-document.ts';
import type { VexStatement } from '../vex-statement.ts';
import { findTerm, IMPORTED_JUSTIFICATIONS, STATE_OF_STATUS } from '../vex-vocabulary.ts';
import { OPENVEX_JUSTIFICATIONS, OPENVEX_STATUSES, type OpenVexStatus } from '../../vocabulary/vex.ts';

interface Draft {
  readonly author: string;
  readonly timestamp: string;
  readonly time: TimeContext;
  readonly statements: StatementList;
  readonly warnings: VexWarnings;
}

export function parseOpenVex(document: unknown, { receivedAt }: ParseVexOptions): VexDocument {
  const stated = memberIn(document, 'statements');
  if (!Array.isArray(stated))
    throw VEX_INVALID({ path: '/statements', problem: stated === undefined ? 'is missing' : 'must be an array' });

  const warnings = new VexWarnings();
  const time = { receivedAt, warnings };
  const author = nameIn(document, 'author') ?? '';
  if (author === '') warnings.add('author-missing', '/author');
  const timestamp = parseTime(document, { names: ['timestamp'], path: '' }, time) ?? receivedAt;
  const draft = { author, timestamp, time, statements: new StatementList(), warnings };
  for (const [i, statement] of stated.entries()) parseStatement(statement, `/statements/${i}`, draft);

  const statements = keepNewest(draft.statements.toList(), warnings);
  if (statements.length === 0) warnings.add('no-statements', '/statements');
  return {
    format: 'openvex',
    author,
    documentId: nameIn(document, '@id') ?? nameIn(document, 'id') ?? null,
    version: countIn(document, 'version'),
    timestamp,
    statements,
    warnings: warnings.toList(),
  };
}

function parseStatement(statement: unknown, path: string, draft: Draft): void {
  const { warnings, statements } = draft;
  const ids = parseVulnerability(memberIn(statement, 'vulnerability'));
  if (ids.length === 0) return warnings.add('vulnerability-missing', `${path}/vulnerability`);
  const status = findTerm(OPENVEX_STATUSES, textIn(statement, 'status'));
  if (status === undefined) return warnings.add('state-unknown', `${path}/status`);
  const claim = parseClaim(statement, status, path, draft);
  for (const target of parseOpenVexTargets(statement, path, warnings)) statements.add({ ids, target, ...claim });
}

function parseVulnerability(vulnerability: unknown): readonly string[] {
  if (typeof vulnerability === 'string') return parseVulnerabilityIds([vulnerability]);
  const aliases = listIn(vulnerability, 'aliases');
  return parseVulnerabilityIds([memberIn(vulnerability, 'name'), memberIn(vulnerability, '@id'), ...aliases]);
}

function parseClaim(
  statement: unknown,
  status: OpenVexStatus,
  path: string,
  { author, timestamp, time, warnings }: Draft,
): Omit<VexStatement, 'ids' | 'target'> {
  const word = textIn(statement, 'justification');
  const justification = findTerm(OPENVEX_JUSTIFICATIONS, word);
  if (word !== undefined && justification === undefined) warnings.add('justification-unknown', `${path}/justification`);
  const impact = freeTextIn(statement, 'impact_statement');
  const isUnjustified = status === 'not_affected' && justification === undefined && impact === null;
  if (isUnjustified) warnings.add('not-justified', path);
  return {
    state: STATE_OF_STATUS[status],
    justification: justification === undefined ? null : IMPORTED_JUSTIFICATIONS[justification],
    response: [],
    // Notes are not a justification, so they must not make an unjustified statement look justified.
    detail: isUnjustified ? null : (impact ?? freeTextIn(statement, 'status_notes')),
    actionStatement: freeTextIn(statement, 'action_statement'),
    at: parseTime(statement, { names: ['last_updated', 'timestamp'], path }, time) ?? timestamp,
    author,
    verbatim: { format: 'openvex', status, justification: justification ?? null },
  };
}

// An OpenVEX document is a history: of the statements about one vulnerability, product and component, the newest counts, and of
// equally old ones the last.
function keepNewest(statements: readonly VexStatement[], warnings: VexWarnings): readonly VexStatement[] {
  const newest = new Map<string, VexStatement>();
  for (const statement of statements) {
    const key = keyOf(statement);
    const known = newest.get(key);
    if (known !== undefined && differ(known, statement)) warnings.add('superseded', '/statements');
    if (known === undefined || known.at <= statement.at) newest.set(key, statement);
  }
  return [...newest.values()];
}

function keyOf({ ids, target }: VexStatement): string {
  return JSON.stringify([ids[0], target.product, target.component]);
}

function differ(a: VexStatement, b: VexStatement): boolean {
  return a.state !== b.state || a.justification !== b.justification;
}
