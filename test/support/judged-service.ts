/**
 * A service of its own organization with helpers for decisions, VEX documents, profiles and advisories about its findings: each
 * call takes effect and is published at once. It has its own packages, so that services do not share advisories.
 */
import { analyzeVersion } from '../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../src/pipeline/analysis/apply-snapshot.ts';
import { lockAndRequestAnalysis } from '../../src/pipeline/request-analysis.ts';
import type { FindingDetail } from '../../src/core/history/findings/version-findings.ts';
import type { ProfileFields } from '../../src/core/profile/security-profile.ts';
import { toDecisionTerms, scopeOf, type TriageRequest } from '../../src/core/relevance/decisions/decision-request.ts';
import type { CitedField } from '../../src/core/relevance/decisions/decision.ts';
import type { VexStatement } from '../../src/core/vex/vex-statement.ts';
import type { TrustLevel } from '../../src/core/vocabulary/vex.ts';
import { toDecisionConditions } from '../../src/pipeline/decisions/decision-conditions.ts';
import { newId } from '../../src/store/new-id.ts';
import { saveSetting, type TrustedAuthor } from '../../src/store/people/settings.ts';
import { insertDecisions } from '../../src/store/relevance/decisions.ts';
import { insertStatements } from '../../src/store/relevance/vex.ts';
import type { AdvisoryUpdates } from './advisory-updates.ts';
import { DETAILED_FINDINGS } from './detailed-findings.ts';
import { createLivingPortfolio, type LivingPortfolio } from './living-portfolio.ts';
import type { TestOrganization, TestPipeline } from './test-pipeline.ts';

export interface JudgedFinding {
  readonly id: string;
  readonly findingId: string;
  readonly versionId: string;
  readonly serviceId: string;
  readonly package: string;
  readonly name: string;
  readonly relevance: string;
  readonly decided: string | null;
  readonly label: string | null;
  readonly suggested: boolean;
  readonly dueAt: Date | null;
  readonly relevanceExpiresAt: Date | null;
  readonly codes: readonly string[];
  readonly ids: readonly string[];
  readonly kev: boolean;
  readonly detail: FindingDetail;
}

export interface ToldEvent {
  readonly type: string;
  readonly cause: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface JudgedService {
  readonly organization: TestOrganization;
  readonly portfolio: LivingPortfolio;
  /** `{ type: 'library', name, version, purl }`, or more. */
  upload(version: string, components: readonly object[], image?: string): Promise<string>;
  /** Lists the current findings of a version, ordered by package and vulnerability. */
  list(versionId: string): Promise<JudgedFinding[]>;
  find(versionId: string, name: string): Promise<JudgedFinding>;
  decide(finding: JudgedFinding, wish: TriageRequest, more?: DecisionExtras): Promise<string>;
  takeBack(decisionId: string): Promise<void>;
  /** Uploads a document with one statement, for the version of a finding by default. */
  say(statement: Partial<VexStatement> & { readonly ids: readonly string[] }, scope?: VexScope): Promise<string>;
  trust(authors: Readonly<Record<string, TrustLevel>>): Promise<void>;
  profile(fields: ProfileFields | undefined): Promise<void>;
  /** Publishes the version again, at the current time of the clock. */
  publish(versionId: string): Promise<void>;
  follow(): Promise<void>;
  /** Returns the events of findings and their relevance since the last call, in order. */
  told(): Promise<ToldEvent[]>;
  readonly deps: TestPipeline['deps'];
}

interface DecisionExtras {
  readonly cited?: readonly CitedField[];
  readonly versions?: readonly string[];
  readonly imagePattern?: string;
}

interface VexScope {
  readonly serviceId?: string | null;
  readonly versionId?: string | null;
}

export async function createJudgedService(
  updates: AdvisoryUpdates,
  organization: TestOrganization,
): Promise<JudgedService> {
  const deps = { ...updates.pipeline.deps, now: () => updates.now() };
  const { orgId } = organization.caller;
  const portfolio = createLivingPortfolio(updates, organization);
  const nowText = (): string => new Date(deps.now()).toISOString();
  const versionIds = new Set<string>();
  let lastEvent = '00000000-0000-0000-0000-000000000000';

  const publish = async (versionId: string): Promise<void> => {
    await lockAndRequestAnalysis(deps, { orgId, versionId }, 'manual');
    await analyzeVersion(deps, { orgId, versionId });
  };
  const list = async (versionId: string): Promise<JudgedFinding[]> =>
    await organization.query<JudgedFinding>(
      `select v.id, v.finding_id as "findingId", v.version_id as "versionId", f.service_id as "serviceId", f.package,
         v.package_name as name, v.relevance, v.decided, v.label, v.suggested, v.due_at as "dueAt",
         v.relevance_expires_at as "relevanceExpiresAt", v.codes, v.ids, v.kev, v.detail
       from ${DETAILED_FINDINGS} v join finding f on f.org_id = v.org_id and f.id = v.finding_id
       where v.version_id = $1 and v.known_to is null order by v.package_name, v.canonical_id, v.id`,
      [versionId],
    );
  return {
    organization,
    portfolio,
    deps,
    publish,
    list,
    upload: async (version, components, image) => {
      const about = image === undefined ? {} : { image };
      const { versionId } = await organization.upload(version, { components, dependencies: [] }, 'main', about);
      await analyzeVersion(deps, { orgId, versionId });
      versionIds.add(versionId);
      return versionId;
    },
    find: async (versionId, name) => {
      const found = (await list(versionId)).find((finding) => finding.name === name);
      if (found === undefined) throw new Error(`Nothing was found in ${name}.`);
      return found;
    },
    decide: async (finding, wish, { cited = [], versions, imagePattern = null } = {}) => {
      const at = nowText();
      const terms = toDecisionTerms(wish, finding.detail.relevance.suggestion, at);
      if (terms === undefined) throw new Error('Nothing is suggested.');
      const { findingId, serviceId, versionId, package: name, ids, detail } = finding;
      const id = newId();
      const held = versions ?? [detail.component.version ?? ''];
      await deps.database.inOrg(orgId, async (tx) => {
        await insertDecisions(tx, [
          {
            id,
            findingId,
            serviceId,
            versionId,
            package: name,
            ids,
            imagePattern,
            action: wish.action,
            ...terms,
            effect: terms.effect === 'escalate' ? 'confirm' : terms.effect,
            scope: scopeOf(wish),
            batchId: null,
            at,
            actor: { kind: 'person', id: 'ada', name: 'Ada' },
            conditions: toDecisionConditions(detail.vulnerability, held, cited),
          },
        ]);
      });
      await publish(versionId);
      return id;
    },
    takeBack: async (decisionId) => {
      await organization.query('update decision set superseded_by = id, superseded_at = now() where id = $1', [
        decisionId,
      ]);
      for (const versionId of versionIds) await publish(versionId);
    },
    say: async (statement, { serviceId = null, versionId = null } = {}) => {
      const id = newId();
      const whole: VexStatement = { ...A_STATEMENT, at: nowText(), ...statement };
      await organization.query(
        `insert into vex_document (org_id, id, service_id, version_id, format, author, issued_at, sha256, size_bytes,
           statement_count, created_at, created_by)
         select org_id, $1, $2, $3, 'openvex', $4, $5, sha256, 1, 1, $5, 'test' from blob limit 1 on conflict do nothing`,
        [id, serviceId, versionId, whole.author, nowText()],
      );
      await deps.database.inOrg(orgId, async (tx) => await insertStatements(tx, id, [whole]));
      for (const each of versionIds) await publish(each);
      return id;
    },
    trust: async (authors) => {
      // Untrusted authors are left out.
      const value = Object.entries(authors).flatMap(([author, trust]): TrustedAuthor[] =>
        trust === 'none' ? [] : [{ author, trust }],
      );
      await deps.database.inOrg(orgId, async (tx) => await saveSetting(tx, 'vexAuthors', value, nowText()));
      for (const each of versionIds) await publish(each);
    },
    profile: async (fields) => {
      await organization.query('update profile set deleted_at = now() where deleted_at is null');
      if (fields !== undefined) await insertProfileOf(organization, fields, nowText());
      for (const each of versionIds) await publish(each);
    },
    follow: async () => {
      await applySnapshot(deps, organization.caller);
      for (const versionId of versionIds) await analyzeVersion(deps, { orgId, versionId });
    },
    told: async () => {
      const rows = await organization.query<ToldEvent & { readonly id: string }>(
        `select id, type, cause, detail from event
         where id > $1 and (type like 'finding.%' or type like 'relevance.%') order by id`,
        [lastEvent],
      );
      lastEvent = rows.at(-1)?.id ?? lastEvent;
      return rows.map(({ type, cause, detail }) => ({ type, cause, detail }));
    },
  };
}

/** Sets the default profile of every existing service. */
async function insertProfileOf(organization: TestOrganization, fields: ProfileFields, at: string): Promise<void> {
  const id = newId();
  await organization.query(
    `insert into profile (org_id, id, service_id, name, is_default, version, created_at)
     select org_id, $1, id, 'prod', true, 1, $2 from service limit 1 on conflict do nothing`,
    [id, at],
  );
  await organization.query(
    `insert into profile_version (org_id, profile_id, version, sha256, applies_to, fields, created_at, created_by)
     select org_id, id, 1, sha256($3::text::bytea), '{"environments": [], "images": [], "sbomKinds": []}', $3::jsonb, $2, 'test'
     from profile where id = $1`,
    [id, at, JSON.stringify(fields)],
  );
}

const A_STATEMENT: VexStatement = {
  ids: [],
  state: 'not_affected',
  justification: 'code_not_reachable',
  response: [],
  detail: 'Never called.',
  actionStatement: null,
  at: '',
  author: 'Acme',
  target: { product: null, component: null, bomLink: null, versions: [] },
  verbatim: { format: 'openvex', status: 'not_affected', justification: null },
};
