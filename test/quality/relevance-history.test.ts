/**
 * Decisions, VEX statements and rules about the findings of a real service, across its later versions and seven months of real
 * advisories. All decisions are made in the first version, as of July 2024; the expected results in the four later ones are
 * written by hand. No advisory about the packages of this service was rated higher between the two states, so one record of the
 * newer state is rated higher here, and one vulnerability is listed as exploited. Skipped without ASSAY_TEST_DATA.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/core/calendar.ts';
import type { FindingDetail } from '../../src/core/history/findings/version-findings.ts';
import type { TriageRequest } from '../../src/core/relevance/decisions/decision-request.ts';
import { analyzeVersion } from '../../src/pipeline/analysis/analyze-version.ts';
import { decideFinding } from '../../src/pipeline/decisions/decide.ts';
import { repairSweep } from '../../src/pipeline/maintenance/repair-sweep.ts';
import { revertDecision } from '../../src/pipeline/decisions/revert-decisions.ts';
import { listFindings } from '../../src/store/findings/lists/list-findings.ts';
import { startUpdatesFrom, type BucketUpdates } from '../support/advisory-updates.ts';
import { createJudgedService, type JudgedService } from '../support/judged-service.ts';
import { findRealData } from '../support/real-data.ts';
import { findNaively, type NpmRecord } from './naive-npm.ts';
import { componentsOf, isAmong, readShopDocument, readStateOf, type ShopDocument } from './shop-api-documents.ts';
import { SHOP_API } from './shop-api-history.ts';

const hasData = ['osv-2024-07', 'osv', 'sboms'].every((folder) => findRealData(folder) !== undefined);
const TIMEOUT_MS = 300_000;
const VERSIONS = SHOP_API.map(({ version }) => version);
const [FIRST = ''] = VERSIONS;
const RELEVANCES = ['relevant', 'deprioritized', 'not_relevant'];

const UNREACHABLE = { action: 'not_affected', justification: 'code_not_reachable', detail: 'Never called.' } as const;
const FALSE_POSITIVE = { action: 'false_positive', detail: 'Another package.' } as const;

/** By vulnerability, all in the first version; the comments give the later versions of the package. */
const DECISIONS: Readonly<Record<string, (inDays: (days: number) => string) => TriageRequest>> = {
  // tough-cookie, in all versions.
  'CVE-2023-26136': () => ({ action: 'confirm' }),
  // request, in all versions.
  'CVE-2023-28155': () => ({ action: 'in_triage' }),
  // tar 4.4, in all versions.
  'CVE-2024-28863': () => UNREACHABLE,
  // socket.io 2, until 2.1.0; will be rated higher.
  'CVE-2024-38355': () => UNREACHABLE,
  // express 4, until 2.1.0; will be listed as exploited.
  'CVE-2024-29041': () => FALSE_POSITIVE,
  // marked 0.6, then 1.1, then 4.0 until 2.0.0.
  'CVE-2022-21681': () => UNREACHABLE,
  // ejs 2, then 3 until 2.1.0; the text of its advisory changes, but not the rating.
  'CVE-2024-33883': () => UNREACHABLE,
  // ws 6, then 6 and 7, then 7, then 8 in 2.1.0.
  'CVE-2024-37890': (inDays) => ({ action: 'accept_risk', detail: 'Behind a proxy.', expiresAt: inDays(60) }),
  // handlebars 4, until 1.1.0.
  'CVE-2021-23369': () => ({ action: 'patched', detail: 'Our own build.' }),
  // mpath 0, until 2.0.0; reverted at the end.
  'CVE-2021-23438': () => FALSE_POSITIVE,
  // flat 4, until 2.0.0: for development and critical, so the rule can only suggest.
  'CVE-2020-36632': () => ({ action: 'accept_suggestion' }),
};

/** mongoose 5, until 2.0.0: stated by the supplier in a VEX document. */
const STATED = 'CVE-2022-2564';
/** braces, for development, until 2.0.0: covered only by the rule. */
const BY_RULE = 'CVE-2024-4068';
const RAISED = 'CVE-2024-38355';
const EXPLOITED = 'CVE-2024-29041';

const CRITICAL = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }];
const KEV = { dateAdded: '2025-02-01', dueDate: null, ransomware: false, name: null, action: null };

function raise(record: NpmRecord): NpmRecord {
  return record.aliases?.includes(RAISED) === true ? { ...record, severity: CRITICAL } : record;
}

describe.runIf(hasData)('decisions about a real service', { timeout: TIMEOUT_MS }, () => {
  let documents: ReadonlyMap<string, ShopDocument>;
  const versionIds = new Map<string, string>();
  const decisionIds = new Map<string, string>();
  let records: readonly NpmRecord[];
  let updates: BucketUpdates;
  let service: JudgedService;
  beforeAll(async () => {
    documents = new Map(VERSIONS.map((version) => [version, readShopDocument(version)]));
    records = await readStateOf('osv-2024-07', documents.values());
    updates = await startUpdatesFrom({ npm: records });
    service = await createJudgedService(updates, await updates.pipeline.newOrganization());
    await service.trust({ 'The makers': 'supplier' });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await updates.close();
  });

  const upload = async (version: string): Promise<void> => {
    versionIds.set(version, await service.upload(version, documents.get(version)?.components ?? []));
  };
  /** Lists all findings, including hidden ones. */
  const list = async (version: string) => {
    const versionId = versionIds.get(version) ?? '';
    const page = { limit: 1_000, offset: 0, sort: 'priority' } as const;
    const found = await service.deps.database.inOrg(service.organization.caller.orgId, async (tx) =>
      listFindings(tx, { versionId }, { relevance: RELEVANCES }, page),
    );
    return found.items.map((item) => ({ ...item, detail: item.detail as FindingDetail }));
  };
  /**
   * `1.1.0 CVE-2024-37890 deprioritized exploitable accepted major-version-changed` for every vulnerability with a decision or
   * statement.
   */
  const tell = async (): Promise<string[]> => {
    const lines: string[] = [];
    for (const version of versionIds.keys()) {
      const told = (await list(version))
        .filter(({ canonicalId }) => canonicalId in DECISIONS || canonicalId === STATED || canonicalId === BY_RULE)
        .map(({ canonicalId, relevance, detail }) => {
          const [deciding] = detail.reasons;
          const said = detail.decision ?? (detail.relevance.basis === 'default' ? undefined : deciding);
          const changed = detail.reasons.flatMap(({ changedSince = [] }) => changedSince);
          return [version, canonicalId, relevance, said?.code, detail.relevance.label, ...changed]
            .filter((word) => typeof word === 'string')
            .join(' ');
        });
      // Several versions of a package may be present; all of them have the same result here.
      lines.push(...new Set(told));
    }
    return lines.toSorted();
  };
  const expectNothingLost = async (): Promise<void> => {
    for (const [version, document] of documents) {
      if (!versionIds.has(version)) continue;
      const expected = findNaively(records, componentsOf(document));
      const listed = (await list(version)).map(({ canonicalId, detail }) => ({
        vulnerability: canonicalId,
        package: detail.component.name,
      }));
      const distinct = new Set(listed.map((finding) => JSON.stringify(finding)));
      expect(listed.filter((finding) => !isAmong(expected, finding))).toEqual([]);
      expect([version, distinct.size]).toEqual([version, expected.length]);
    }
  };
  const readEvents = async (): Promise<string[]> => {
    const told = await service.organization.query<{ line: string }>(
      `select concat_ws(' ', v.name, e.type, e.cause, e.detail->>'vulnerability', e.detail->>'from', e.detail->>'to',
         e.detail#>>'{reasons,0,reason}') as line
       from event e join service_version v on v.id = e.version_id
       where e.type in ('finding.escalated', 'relevance.changed') and e.id > $1 order by e.id`,
      [lastEvent],
    );
    const [last] = await service.organization.query<{ id: string }>('select id from event order by id desc limit 1');
    lastEvent = last?.id ?? lastEvent;
    return told.map(({ line }) => line).toSorted();
  };
  let lastEvent = '00000000-0000-0000-0000-000000000000';
  const runAsked = async (): Promise<void> => {
    const { orgId } = service.organization.caller;
    for (const versionId of versionIds.values()) await analyzeVersion(service.deps, { orgId, versionId });
  };

  it('apply to the first version, each with its effect', async () => {
    await upload(FIRST);
    const { caller } = service.organization;
    const inDays = (days: number): string => new Date(updates.now() + days * DAY_MS).toISOString();
    await service.say({
      ids: [STATED],
      author: 'The makers',
      state: 'not_affected',
      target: { product: null, component: 'pkg:npm/mongoose', bomLink: null, versions: [] },
    });

    const findings = new Map((await list(FIRST)).map((finding) => [finding.canonicalId, finding.id]));
    for (const [vulnerability, wishOf] of Object.entries(DECISIONS)) {
      const order = { wish: wishOf(inDays), imagePattern: null, isAdmin: false, dryRun: false, onlyIf: () => {} };
      const { ids } = await decideFinding(service.deps, caller, findings.get(vulnerability) ?? '', order);
      decisionIds.set(vulnerability, ids[0] ?? '');
    }
    await runAsked();

    expect(await tell()).toEqual(IN_THE_FIRST);
    await expectNothingLost();
  });

  it('carry over to later versions, except for patches of the first version only', async () => {
    for (const version of VERSIONS.slice(1)) await upload(version);

    expect((await tell()).filter((line) => !line.startsWith(FIRST))).toEqual(IN_LATER_ONES);
    expect((await tell()).filter((line) => line.startsWith(FIRST))).toEqual(IN_THE_FIRST);
    await expectNothingLost();
  });

  it('are reopened by new advisories only where their basis got worse', async () => {
    const before = await tell();
    await readEvents();

    records = (await readStateOf('osv', documents.values())).map(raise);
    updates.bucket.set('npm', records);
    await updates.refreshTwice();
    await service.portfolio.enrich('kev', [{ cve: EXPLOITED, kev: KEV }]);
    await service.follow();

    const opened = before.flatMap((line) => {
      const [version, vulnerability] = line.split(' ');
      const head = `${version} ${vulnerability} relevant`;
      if (vulnerability === RAISED) return `${head} severity-raised advisory-changed`;
      if (vulnerability === EXPLOITED) return `${head} exploited known-exploited`;
      // Only its text changes, which does not reopen it.
      return vulnerability === 'CVE-2024-33883' ? withChange(line, 'advisory-changed') : line;
    });
    expect(await tell()).toEqual(opened.toSorted());
    expect(await readEvents()).toEqual(TOLD_OF_ADVISORIES);
    await expectNothingLost();
  });

  it('have no effect from the day on which they are reverted', async () => {
    const before = await tell();
    const taken = decisionIds.get('CVE-2021-23438') ?? '';

    await revertDecision(service.deps, service.organization.caller, taken, false);
    await runAsked();

    const returned = before.map((line) =>
      line.includes('CVE-2021-23438') ? `${line.split(' ')[0]} CVE-2021-23438 relevant` : line,
    );
    expect(await tell()).toEqual(returned.toSorted());
    expect(await readEvents()).toEqual(
      ['1.0.0', '1.1.0', '2.0.0'].map(
        (version) => `${version} relevance.changed decision CVE-2021-23438 not_relevant relevant`,
      ),
    );
    await expectNothingLost();
  });

  it('end after a month with another major version, and on their expiry date', async () => {
    const opened: Record<number, string[]> = {};
    for (const days of [31, 61]) {
      updates.pass(31 * DAY_MS);
      await repairSweep(service.deps);
      await runAsked();
      opened[days] = (await readEvents()).map((line) => line.replace('relevance.changed ', ''));
    }

    expect(opened).toEqual({ 31: MOVED_ON, 61: ['1.0.0 decision CVE-2024-37890 deprioritized relevant'] });
    expect((await tell()).filter((line) => line.startsWith('1.0.0') && / not_relevant /.test(line))).toEqual([
      '1.0.0 CVE-2020-36632 not_relevant decision',
      '1.0.0 CVE-2021-23369 not_relevant decision',
      '1.0.0 CVE-2022-21681 not_relevant decision',
      '1.0.0 CVE-2022-2564 not_relevant vex',
      '1.0.0 CVE-2024-28863 not_relevant decision',
      '1.0.0 CVE-2024-33883 not_relevant decision advisory-changed',
      '1.0.0 CVE-2024-4068 not_relevant dev-dependency',
    ]);
    await expectNothingLost();
  });
});

/** Inserts the change in reporting order: changes of the advisory before those of the major version. */
function withChange(line: string, change: string): string {
  const words = line.split(' ');
  const at = words.indexOf('major-version-changed');
  return words.toSpliced(at === -1 ? words.length : at, 0, change).join(' ');
}

const IN_THE_FIRST = [
  '1.0.0 CVE-2020-36632 not_relevant decision',
  '1.0.0 CVE-2021-23369 not_relevant decision',
  '1.0.0 CVE-2021-23438 not_relevant decision',
  '1.0.0 CVE-2022-21681 not_relevant decision',
  '1.0.0 CVE-2022-2564 not_relevant vex',
  '1.0.0 CVE-2023-26136 relevant decision',
  '1.0.0 CVE-2023-28155 relevant decision',
  '1.0.0 CVE-2024-28863 not_relevant decision',
  '1.0.0 CVE-2024-29041 not_relevant decision',
  '1.0.0 CVE-2024-33883 not_relevant decision',
  '1.0.0 CVE-2024-37890 deprioritized decision accepted',
  '1.0.0 CVE-2024-38355 not_relevant decision',
  '1.0.0 CVE-2024-4068 not_relevant dev-dependency',
];

const IN_LATER_ONES = [
  '1.1.0 CVE-2020-36632 not_relevant decision',
  '1.1.0 CVE-2021-23369 relevant',
  '1.1.0 CVE-2021-23438 not_relevant decision',
  '1.1.0 CVE-2022-21681 not_relevant decision major-version-changed',
  '1.1.0 CVE-2022-2564 not_relevant vex',
  '1.1.0 CVE-2023-26136 relevant decision',
  '1.1.0 CVE-2023-28155 relevant decision',
  '1.1.0 CVE-2024-28863 not_relevant decision',
  '1.1.0 CVE-2024-29041 not_relevant decision',
  '1.1.0 CVE-2024-33883 not_relevant decision major-version-changed',
  '1.1.0 CVE-2024-37890 deprioritized decision accepted major-version-changed',
  '1.1.0 CVE-2024-38355 not_relevant decision',
  '1.1.0 CVE-2024-4068 not_relevant dev-dependency',
  '2.0.0 CVE-2020-36632 not_relevant decision',
  '2.0.0 CVE-2021-23438 not_relevant decision',
  '2.0.0 CVE-2022-21681 not_relevant decision major-version-changed',
  '2.0.0 CVE-2022-2564 not_relevant vex',
  '2.0.0 CVE-2023-26136 relevant decision',
  '2.0.0 CVE-2023-28155 relevant decision',
  '2.0.0 CVE-2024-28863 not_relevant decision',
  '2.0.0 CVE-2024-29041 not_relevant decision',
  '2.0.0 CVE-2024-33883 not_relevant decision major-version-changed',
  '2.0.0 CVE-2024-37890 deprioritized decision accepted major-version-changed',
  '2.0.0 CVE-2024-38355 not_relevant decision',
  '2.0.0 CVE-2024-4068 not_relevant dev-dependency',
  '2.1.0 CVE-2023-26136 relevant decision',
  '2.1.0 CVE-2023-28155 relevant decision',
  '2.1.0 CVE-2024-28863 not_relevant decision',
  '2.1.0 CVE-2024-29041 not_relevant decision',
  '2.1.0 CVE-2024-33883 not_relevant decision major-version-changed',
  '2.1.0 CVE-2024-37890 deprioritized decision accepted major-version-changed',
  '2.1.0 CVE-2024-38355 not_relevant decision',
  '3.0.0 CVE-2023-26136 relevant decision',
  '3.0.0 CVE-2023-28155 relevant decision',
  '3.0.0 CVE-2024-28863 not_relevant decision',
];

const TOLD_OF_ADVISORIES = ['1.0.0', '1.1.0', '2.0.0', '2.1.0'].flatMap((version) => [
  `${version} finding.escalated advisory ${EXPLOITED} known-exploited`,
  `${version} finding.escalated advisory ${RAISED} severity`,
  `${version} relevance.changed advisory ${EXPLOITED} not_relevant relevant`,
  `${version} relevance.changed advisory ${RAISED} not_relevant relevant`,
]);

/** Decisions that end because another major version of the package followed. */
const MOVED_ON = [
  '1.1.0 code CVE-2022-21681 not_relevant relevant',
  '1.1.0 code CVE-2024-33883 not_relevant relevant',
  '1.1.0 code CVE-2024-37890 deprioritized relevant',
  '2.0.0 code CVE-2022-21681 not_relevant relevant',
  '2.0.0 code CVE-2024-33883 not_relevant relevant',
  '2.0.0 code CVE-2024-37890 deprioritized relevant',
  '2.1.0 code CVE-2024-33883 not_relevant relevant',
  '2.1.0 code CVE-2024-37890 deprioritized relevant',
];
