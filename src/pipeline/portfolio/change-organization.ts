/** Changes the name and settings of an organization, with one audit entry that has the old and the new values. */
import { getOrganization, renameOrganization, type Organization } from '../../store/people/organizations.ts';
import {
  getSettings,
  saveSetting,
  type OrganizationSettings,
  type RetentionSettings,
  type SignatureSettings,
  type TrustedAuthor,
} from '../../store/people/settings.ts';
import type { OrgTx } from '../../store/database.ts';
import { listVersionsWithVulnerabilities } from '../../store/portfolio/versions/versions-to-analyze.ts';
import { lockOpinions, recordOpinionChange } from '../../store/relevance/opinion-changes.ts';
import { listIdsOfAuthors } from '../../store/relevance/vex.ts';
import { requestAnalyses, AFFECTED_VERSIONS_MAX } from '../request-analysis.ts';
import { type Caller, type PipelineDeps, nowOf, recordChange } from '../deps.ts';

export type OrganizationView = Organization & OrganizationSettings;

export async function getOrganizationView(tx: OrgTx): Promise<OrganizationView> {
  return { ...(await getOrganization(tx)), ...(await getSettings(tx)) };
}

type RetentionChange = { readonly [Name in keyof RetentionSettings]?: RetentionSettings[Name] | undefined };

export async function changeOrganization(
  deps: PipelineDeps,
  caller: Caller,
  change: {
    readonly name?: string | undefined;
    readonly autoCreateServices?: boolean | undefined;
    readonly retention?: RetentionChange | undefined;
    readonly vexAuthors?: readonly TrustedAuthor[] | undefined;
    readonly signatures?: SignatureSettings | undefined;
    readonly onlyIf: (current: OrganizationView) => void;
  },
): Promise<OrganizationView> {
  const at = nowOf(deps);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    if (change.vexAuthors !== undefined) await lockOpinions(tx, 'all');
    const before = await getOrganizationView(tx);
    change.onlyIf(before);
    if (change.autoCreateServices !== undefined) {
      await saveSetting(tx, 'autoCreateServices', change.autoCreateServices, at);
    }
    if (change.retention !== undefined) {
      await saveSetting(tx, 'retention', changeRetention(before.retention, change.retention), at);
    }
    if (change.vexAuthors !== undefined) await changeVexAuthors(deps, tx, before.vexAuthors, change.vexAuthors);
    if (change.signatures !== undefined) await saveSetting(tx, 'signatures', change.signatures, at);
    // After the locks on the versions, as everywhere.
    if (change.name !== undefined) await renameOrganization(tx, change.name);
    const after = await getOrganizationView(tx);
    await recordChange(deps, tx, caller, {
      at,
      action: 'organization.updated',
      kind: 'organization',
      id: tx.orgId,
      before: toAudit(before),
      after: toAudit(after),
    });
    return after;
  });
}

/** Statements of these authors are evaluated again for every finding that they mention. */
async function changeVexAuthors(
  deps: PipelineDeps,
  tx: OrgTx,
  before: readonly TrustedAuthor[],
  after: readonly TrustedAuthor[],
): Promise<void> {
  await saveSetting(tx, 'vexAuthors', after, nowOf(deps));
  await recordOpinionChange(tx, 'all');
  const isIn = (list: readonly TrustedAuthor[], { author, trust }: TrustedAuthor): boolean =>
    list.some((each) => each.author === author && each.trust === trust);
  const changed = [
    ...before.filter((author) => !isIn(after, author)),
    ...after.filter((author) => !isIn(before, author)),
  ];
  const ids = await listIdsOfAuthors(
    tx,
    changed.map(({ author }) => author),
  );
  const versions = await listVersionsWithVulnerabilities(tx, ids, { serviceId: null, limit: AFFECTED_VERSIONS_MAX });
  await requestAnalyses(deps, tx, versions, 'decision');
}

function changeRetention(
  before: RetentionSettings,
  { enabled, versionsPerService, days, auditDays }: RetentionChange,
): RetentionSettings {
  return {
    enabled: enabled ?? before.enabled,
    versionsPerService: versionsPerService ?? before.versionsPerService,
    days: days ?? before.days,
    auditDays: auditDays === undefined ? before.auditDays : auditDays,
  };
}

function toAudit({ name, autoCreateServices, retention, vexAuthors, signatures }: OrganizationView): object {
  return { name, autoCreateServices, retention, vexAuthors, signatures };
}
