/** The tools of agents, in the order in which they are usually needed. */
import { z } from 'zod';
import { SUGGESTED_ACTIONS } from '../../core/vocabulary/decision.ts';
import { FINDING_SORTS } from '../../core/vocabulary/finding.ts';
import { BANDS } from '../../core/vocabulary/priority.ts';
import { RELEVANCES } from '../../core/vocabulary/relevance.ts';
import { DISTANCE_LIMITS, STRATEGIES } from '../../core/vocabulary/remediation.ts';
import { SEVERITIES } from '../../core/vocabulary/severity.ts';
import { REMOVABLE_JUSTIFICATIONS, VEX_JUSTIFICATIONS } from '../../core/vocabulary/vex.ts';
import { LIMITS } from '../../core/limits.ts';
import { pluralize } from '../../core/text/pluralize.ts';
import type { WireDecision, WireDecisionOutcome } from '../contract/findings/decision.ts';
import type { WireFinding } from '../contract/findings/finding.ts';
import type { WireRemediation } from '../contract/findings/remediation.ts';
import type { WireVulnerability } from '../contract/findings/advisory.ts';
import type { WireDiff } from '../contract/history/diff.ts';
import type { WireFindingDetails, WireFindingHistory } from '../contract/history/history.ts';
import type { WireScan } from '../contract/services/sbom.ts';
import type { WireServiceListItem, WireVersion } from '../contract/services/service.ts';
import { ApiRefusal, type AgentApi } from './call-api.ts';
import { toCompactFinding } from './compact-finding.ts';
import { defineTool, type Tool } from './tool.ts';

const Name = z.string().min(1).max(LIMITS.pathParameterUnitsMax);
const Service = Name.describe('Name or id of the service.');
const Version = Name.optional().describe('Name, alias or id of the version. Default: the newest version.');
const Cursor = z.string().min(1).max(LIMITS.cursorCharactersMax).optional().describe('Continues after the last page.');
const FindingId = z.uuid().describe('Id of the finding, from a list.');

function limit(byDefault: number): z.ZodDefault<z.ZodInt> {
  return z.int().min(1).max(LIMITS.agentPageMax).default(byDefault).describe('Maximum number of items to return.');
}

const findServices = defineTool({
  name: 'find_services',
  title: 'Find services',
  description:
    'Lists services with their newest version, its findings by severity, and how many components were checked.',
  isReadOnly: true,
  input: z.strictObject({
    query: z.string().min(1).max(LIMITS.searchTextCharactersMax).optional().describe('Part of the name.'),
    limit: limit(20),
    offset: z.int().min(0).max(LIMITS.pageOffsetMax).default(0).describe('Number of services to skip.'),
  }),
  run: async ({ query: q, limit: count, offset }, api) => {
    const { body } = await api.get<WireServiceListItem[]>(['service'], { q, limit: count, offset });
    return { summary: `${pluralize(body.length, 'service')}, newest first.`, untrusted: { services: body } };
  },
});

const listVersions = defineTool({
  name: 'list_versions',
  title: 'List versions',
  description: 'Lists the versions of a service, newest first.',
  isReadOnly: true,
  input: z.strictObject({ service: Service, limit: limit(20), cursor: Cursor }),
  run: async ({ service, limit: count, cursor }, api) => {
    const path = ['service', service, 'version'];
    const { body, nextCursor } = await api.get<WireVersion[]>(path, { limit: count, cursor });
    return {
      summary: `${pluralize(body.length, 'version')}, newest first.${toMore(nextCursor)}`,
      untrusted: { versions: body, nextCursor },
    };
  },
});

const listFindings = defineTool({
  name: 'list_findings',
  title: 'List findings',
  description:
    'Lists open vulnerability findings, most urgent first: of a version, of the newest version of a service, or of all services. By default, findings that are not relevant are left out.',
  isReadOnly: true,
  input: z.strictObject({
    service: Service.optional(),
    version: Version,
    severity: z.array(z.enum(SEVERITIES)).min(1).optional(),
    relevance: z.array(z.enum(RELEVANCES)).min(1).optional(),
    band: z.array(z.enum(BANDS)).min(1).optional().describe('Priority bands; P0 is the most urgent.'),
    knownExploited: z.boolean().optional(),
    fixable: z.boolean().optional().describe('Whether a fixed version exists.'),
    needsReview: z.boolean().optional().describe('Whether a suggestion waits for review.'),
    package: z.string().min(1).max(LIMITS.componentNameCharactersMax).optional().describe('Name of the package.'),
    vulnerability: z.string().min(1).max(100).optional().describe('Any id of a vulnerability.'),
    query: z
      .string()
      .min(1)
      .max(LIMITS.searchTextCharactersMax)
      .optional()
      .describe('Id, words of the title or package.'),
    newSince: Name.optional().describe('Only findings that this version of the service does not have.'),
    sort: z.enum(FINDING_SORTS).default('priority'),
    limit: limit(20),
    cursor: Cursor,
  }),
  run: async ({ service, version, limit: count, ...filter }, api) => {
    const path = [
      ...(service === undefined ? [] : ['service', service]),
      ...(service === undefined || version === undefined ? [] : ['version', version]),
      'finding',
    ];
    if (service === undefined && version !== undefined) throw toMissingService('version');
    if (service === undefined && filter.newSince !== undefined) throw toMissingService('newSince');
    const { body, nextCursor } = await api.get<WireFinding[]>(path, {
      severity: filter.severity,
      relevance: filter.relevance,
      band: filter.band,
      kev: filter.knownExploited,
      fixable: filter.fixable,
      suggested: filter.needsReview,
      package: filter.package,
      cve: filter.vulnerability,
      q: filter.query,
      newSince: filter.newSince,
      sort: filter.sort,
      cursor: filter.cursor,
      limit: count,
    });
    return {
      summary: `${pluralize(body.length, 'finding')} on this page.${toMore(nextCursor)}`,
      untrusted: { findings: body.map(toCompactFinding), nextCursor },
    };
  },
});

const EXPLAINED_DECISIONS = 20;

const explainFinding = defineTool({
  name: 'explain_finding',
  title: 'Explain a finding',
  description:
    'Returns one finding with the evidence of the match, all reasons for its relevance and priority, the advisory text, dependency paths, the recommended upgrade, decisions, and its history across versions.',
  isReadOnly: true,
  input: z.strictObject({ finding: FindingId }),
  run: async ({ finding: id }, api) => {
    const { body: finding } = await api.get<WireFindingDetails>(['finding', id]);
    const [history, decisions, advisory] = await Promise.all([
      api.get<WireFindingHistory>(['finding', id, 'history']),
      api.get<WireDecision[]>(['finding', id, 'decision'], { limit: EXPLAINED_DECISIONS }),
      findAdvisory(api, finding.vulnerability.id),
    ]);
    const { status, suggestion } = finding.relevance;
    const review = suggestion === null ? '' : ' A suggestion needs review.';
    return {
      summary: `The finding is ${finding.state} and ${status.replaceAll('_', ' ')}, priority ${finding.priority.band}.${review}`,
      untrusted: { finding, advisory, decisions: decisions.body, history: history.body },
    };
  },
});

/** Advisory data may have been removed since the analysis. */
async function findAdvisory(api: AgentApi, id: string): Promise<object | null> {
  try {
    const { title, details, severity, references, records } = (await api.get<WireVulnerability>(['vulnerability', id]))
      .body;
    return { title, details, severity, references, records };
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'VULNERABILITY_UNKNOWN') return null;
    throw error;
  }
}

const getPlan = defineTool({
  name: 'get_plan',
  title: 'Get the upgrade plan',
  description:
    'Returns upgrade steps of a version, urgent ones first, with the commands to run, the findings that each step fixes and those that remain. Assay runs no commands.',
  isReadOnly: true,
  input: z.strictObject({
    service: Service,
    version: Version,
    strategy: z.enum(STRATEGIES).default('lowest').describe('Lowest or highest version without known vulnerabilities.'),
    maxDistance: z.enum(DISTANCE_LIMITS).optional().describe('Maximum size of upgrades.'),
    limit: limit(10),
    cursor: Cursor,
  }),
  run: async ({ service, version, strategy, maxDistance, limit: count, cursor }, api) => {
    const path = ['service', service, 'version', version ?? (await getNewestVersion(api, service)), 'remediation'];
    const query = { strategy, maxDistance, limit: count, cursor };
    const { body, nextCursor } = await api.get<WireRemediation>(path, query);
    const { residual: _residual, previousPlan: _previous, coverage: _coverage, ...plan } = body;
    const steps = pluralize(body.actions.length, 'step');
    return {
      summary: `${steps} of ${body.actionCount}. No step fixes ${pluralize(body.residualCount, 'finding')}.${toMore(nextCursor)}`,
      untrusted: { ...plan, nextCursor },
    };
  },
});

const compareVersions = defineTool({
  name: 'compare_versions',
  title: 'Compare two versions',
  description:
    'Returns the findings and components that differ between two versions of a service, with the cause of each change.',
  isReadOnly: true,
  input: z.strictObject({
    service: Service,
    base: Name.default('previous').describe('Older version: a name, alias or id, or "previous".'),
    head: Version.describe('Newer version: a name, alias or id. Default: the newest version.'),
  }),
  run: async ({ service, base, head }, api) => {
    const query = { base, head: head ?? (await getNewestVersion(api, service)) };
    const { body } = await api.get<WireDiff>(['service', service, 'diff'], query);
    const { introduced, resolved, changed, counts, unchanged } = body.findings;
    return {
      summary: `Introduced: ${counts.introduced}. Resolved: ${counts.resolved}. Changed: ${counts.changed}. Unchanged: ${unchanged}.`,
      untrusted: {
        base: body.base,
        head: body.head,
        introduced: introduced.map(toCompactFinding),
        resolved: resolved.map(toCompactFinding),
        changed: changed.map(toCompactFinding),
        notUploaded: body.notUploaded,
        components: body.components,
      },
    };
  },
});

const suggestDecision = defineTool({
  name: 'suggest_decision',
  title: 'Suggest a decision',
  description:
    'Suggests to dismiss a finding. A user reviews the suggestion in the portal; nothing changes until it is accepted. Requires the scope suggest.',
  isReadOnly: false,
  input: z.strictObject({
    finding: FindingId,
    action: z.enum(SUGGESTED_ACTIONS),
    justification: z
      .enum(VEX_JUSTIFICATIONS)
      .exclude(REMOVABLE_JUSTIFICATIONS)
      .optional()
      .describe('Required for not_affected.'),
    detail: z.string().min(1).max(LIMITS.decisionDetailCharactersMax).describe('Evidence for the reviewer.'),
  }),
  run: async ({ finding, ...suggestion }, api) => {
    const path = ['finding', finding, 'suggestion'];
    const { decisions, replaced } = await api.post<WireDecisionOutcome>(path, JSON.stringify(suggestion));
    return {
      summary: 'Suggested. A user accepts or rejects it in the portal, under "Needs review". Nothing has changed yet.',
      untrusted: { suggestions: decisions, replacedSuggestions: replaced },
    };
  },
});

const scanSbom = defineTool({
  name: 'scan_sbom',
  title: 'Scan an SBOM',
  description:
    'Finds known vulnerabilities in a CycloneDX or SPDX document in JSON, without storing it. For documents over 900,000 characters use POST /api/v2/scan. Requires the scope sbom:upload.',
  isReadOnly: true,
  input: z.strictObject({
    sbom: z.string().min(2).max(LIMITS.agentSbomCharactersMax).describe('The document, as a JSON text.'),
    image: z.string().min(1).max(LIMITS.imageCharactersMax).optional().describe('Image that the document describes.'),
    distro: z.string().min(1).max(100).optional().describe('Distribution of its system packages, such as debian-12.'),
    limit: limit(20),
  }),
  run: async ({ sbom, image, distro, limit: count }, api) => {
    const { findings, summary, coverage, warnings, snapshot } = await api.post<WireScan>(['scan'], sbom, {
      image,
      distro,
    });
    const shown = findings.filter(({ relevance }) => relevance.status !== 'not_relevant').slice(0, count);
    return {
      summary: `${pluralize(summary.total, 'finding')}, ${shown.length} shown. ${coverage.checked} of ${coverage.components} components were checked.`,
      untrusted: { summary, findings: shown.map(toCompactFinding), coverage, warnings, snapshot },
    };
  },
});

export const TOOLS: readonly Tool[] = [
  findServices,
  listVersions,
  listFindings,
  explainFinding,
  getPlan,
  compareVersions,
  suggestDecision,
  scanSbom,
];

async function getNewestVersion(api: AgentApi, service: string): Promise<string> {
  const { body } = await api.get<WireVersion[]>(['service', service, 'version'], { limit: 1 });
  const [newest] = body;
  if (newest === undefined)
    throw new ApiRefusal({
      code: 'VERSION_UNKNOWN',
      message: 'The service has no versions yet. Upload an SBOM first.',
    });
  return newest.id;
}

function toMissingService(parameter: string): ApiRefusal {
  return new ApiRefusal({ code: 'PARAMETER_INVALID', message: `"${parameter}" requires "service". Send both.` });
}

function toMore(nextCursor: string | null): string {
  return nextCursor === null ? '' : ' There are more: repeat the call with "nextCursor" as "cursor".';
}
