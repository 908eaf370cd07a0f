/** Language packages inside system packages, from an upload to the visible findings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { lockAndRequestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { scanOnce } from '../../../src/pipeline/analysis/scan-once.ts';
import { startParsing } from '../../../src/threads/inventory/parse-inventory.ts';
import { countFindings } from '../../../src/store/findings/lists/count-findings.ts';
import { listFindings } from '../../../src/store/findings/lists/list-findings.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';
import { DETAILED_FINDINGS } from '../../support/detailed-findings.ts';
import { aCycloneDx } from '../../support/documents.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

const SHARED = 'CVE-2024-1001';
const DENIED = 'CVE-2024-1002';
const SILENT = 'CVE-2024-1003';
const MALWARE = 'MAL-2024-1004';

function ofDebian(cve: string, fixed: string): ExportRecord {
  const affected = ['Debian:11', 'Debian:12'].map((ecosystem) =>
    anAffected({ ecosystem, name: 'rpm', events: [{ introduced: '0' }, { fixed }] }),
  );
  return anOsvRecord({ id: `DEBIAN-${cve}`, upstream: [cve], affected });
}

function ofPypi(id: string, aliases: readonly string[]): ExportRecord {
  return anOsvRecord({ id, aliases, affected: [anAffected({ ecosystem: 'PyPI', name: 'rpm', events: OPEN })] });
}

const OPEN = [{ introduced: '0' }];
const EL9 = anAffected({ ecosystem: 'Red Hat:enterprise_linux:9::baseos', name: 'bash', events: OPEN });

const DIRECTORIES = {
  Debian: [ofDebian(SHARED, '5.0-1'), ofDebian(DENIED, '4.17-1')],
  'Red Hat': [anOsvRecord({ id: 'RHSA-2024:1', upstream: ['CVE-2024-1009'], affected: [EL9] })],
  PyPI: [
    ofPypi('PYSEC-2024-1', [SHARED]),
    ofPypi('PYSEC-2024-2', [DENIED]),
    ofPypi('PYSEC-2024-3', [SILENT]),
    ofPypi(MALWARE, []),
  ],
};

const PYPI = { type: 'library', name: 'rpm', 'bom-ref': 'lang', purl: 'pkg:pypi/rpm@4.18.0' };
const AT_PATH = [{ name: 'syft:location:0:path', value: '/usr/lib/python3/dist-packages/rpm.egg-info' }];

function aSystem(purl: string, ...components: readonly object[]): object {
  return { type: 'library', name: 'python3-rpm', 'bom-ref': 'os', purl, components };
}

const DEBIAN_12 = 'pkg:deb/debian/python3-rpm@4.18.0-3?distro=debian-12&upstream=rpm';

let updates: BucketUpdates;
beforeAll(async () => {
  updates = await startUpdatesFrom(DIRECTORIES);
});
afterAll(async () => {
  await updates.close();
});

async function upload(version: string, components: readonly object[], slot?: string): Promise<string> {
  const { versionId } = await updates.pipeline.upload(version, { components, dependencies: [] }, slot);
  await analyze(versionId);
  return versionId;
}

async function analyze(versionId: string): Promise<void> {
  await analyzeVersion(updates.pipeline.deps, { orgId: updates.pipeline.caller.orgId, versionId });
}

interface Detail {
  readonly match: {
    readonly confidence: string;
    readonly assumptions: readonly string[];
    readonly evidence: readonly { readonly recordId: string }[];
  };
  readonly reasons: readonly { readonly code: string }[];
}

interface Finding {
  readonly packageName: string;
  readonly canonicalId: string;
  readonly relevance: string;
  readonly detail: Detail;
}

async function findingsOf(versionId: string): Promise<string[]> {
  const rows = await updates.pipeline.query<Finding>(
    `select package_name as "packageName", canonical_id as "canonicalId", relevance, detail from ${DETAILED_FINDINGS} v
     where version_id = $1 and known_to is null`,
    [versionId],
  );
  return rows.map(describeFinding).toSorted(byVulnerability);
}

/** `package vulnerability relevance: reason or assumptions; records`. */
function describeFinding({ packageName, canonicalId, relevance, detail: { match, reasons } }: Finding): string {
  const why = [...reasons.map(({ code }) => code), ...match.assumptions].join(' ');
  const records = match.evidence.map(({ recordId }) => recordId).join(' ');
  return `${packageName} ${canonicalId} ${relevance} ${match.confidence}: ${why}; ${records}`;
}

function byVulnerability(a: string, b: string): number {
  const [x = '', y = ''] = [a, b].map((text) => text.split(' ').slice(0, 2).toReversed().join(' '));
  return x < y ? -1 : Number(x > y);
}

const OWNED = [
  `python3-rpm ${SHARED} relevant high: ; DEBIAN-${SHARED} PYSEC-2024-1`,
  `rpm ${DENIED} not_relevant high: distro-not-affected; PYSEC-2024-2 DEBIAN-${DENIED}`,
  `rpm ${SILENT} not_relevant high: owned-by-os-package; PYSEC-2024-3`,
  `rpm ${MALWARE} relevant high: malicious; ${MALWARE}`,
];

describe('a language package inside a system package', () => {
  it('is reported once, with the decision of the distribution', async () => {
    const versionId = await upload('owned', [aSystem(DEBIAN_12, PYPI)]);

    expect(await findingsOf(versionId)).toEqual(OWNED);
  });

  it('is hidden where the distribution denies it, but counted and available on request', async () => {
    const versionId = await upload('hidden', [aSystem(DEBIAN_12, PYPI)]);
    const { deps, caller } = updates.pipeline;
    const page = { limit: 10, offset: 0, sort: 'severity' } as const;

    const { shown, counted, denied } = await deps.database.inOrg(caller.orgId, async (tx) => ({
      shown: await listFindings(tx, { versionId }, {}, page),
      counted: await countFindings(tx, { versionId }, {}),
      denied: await listFindings(tx, { versionId }, { relevance: ['not_relevant'] }, page),
    }));

    expect([counted.total, counted.hidden]).toEqual([2, 2]);
    expect(shown.items.map(({ canonicalId }) => canonicalId).toSorted()).toEqual([SHARED, MALWARE]);
    expect([...counted.bySeverityRank.values()].reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(denied.items.map(({ canonicalId }) => canonicalId).toSorted()).toEqual([DENIED, SILENT]);
  });

  it('is unchanged after another analysis', async () => {
    const versionId = await upload('again', [aSystem(DEBIAN_12, PYPI)]);
    const rowsOf = async (): Promise<object[]> =>
      await updates.pipeline.query('select * from version_finding where version_id = $1 order by id', [versionId]);
    const before = await rowsOf();

    const { deps, caller } = updates.pipeline;
    await lockAndRequestAnalysis(deps, { orgId: caller.orgId, versionId }, 'manual');
    await analyze(versionId);

    expect(before).toHaveLength(4);
    expect(await rowsOf()).toEqual(before);
  });

  it.each([
    ['first', ['a', 'b']],
    ['last', ['b', 'a']],
  ])(
    'is reported in full when another document contains it separately, sent %s',
    async (name, [own = '', other = '']) => {
      const versionId = await upload(`both-${name}`, [aSystem(DEBIAN_12, PYPI)], own);
      await upload(`both-${name}`, [PYPI], other);

      expect(await findingsOf(versionId)).toEqual([
        `python3-rpm ${SHARED} relevant high: ; DEBIAN-${SHARED}`,
        `rpm ${SHARED} relevant high: ; PYSEC-2024-1`,
        `rpm ${DENIED} relevant high: ; PYSEC-2024-2`,
        `rpm ${SILENT} relevant high: ; PYSEC-2024-3`,
        `rpm ${MALWARE} relevant high: malicious; ${MALWARE}`,
      ]);
    },
  );

  it('may be patched if the feed lists only fixes, or no longer covers the release', async () => {
    const redHat = await upload('red-hat', [aSystem('pkg:rpm/redhat/python3-rpm@4.18.0-3.el9?epoch=0', PYPI)]);
    const ended = await upload('ended', [
      aSystem('pkg:deb/debian/python3-rpm@4.18.0-3?distro=debian-10&upstream=rpm', PYPI),
    ]);

    const patched = [SHARED, DENIED, SILENT].map(
      (id, n) => `rpm ${id} relevant low: may-be-backported; PYSEC-2024-${n + 1}`,
    );
    expect(await findingsOf(redHat)).toEqual([...patched, OWNED[3]]);
    expect(await findingsOf(ended)).toEqual([...patched, OWNED[3]]);
  });

  it.each([
    ['one that is certain', [aSystem(DEBIAN_12, PYPI)]],
    ['one that is likely', [aSystem(DEBIAN_12), { ...PYPI, properties: AT_PATH }]],
    ['none', [aSystem(DEBIAN_12), PYPI]],
  ])('has the same findings in a scan: with an owner, %s', async (name, components) => {
    const versionId = await upload(`scanned-${name}`, components);
    const bytes = Buffer.from(JSON.stringify(aCycloneDx({ components, dependencies: [] })));
    const form = { format: 'cyclonedx', specVersion: '1.6', path: '' } as const;
    const { deps } = updates.pipeline;
    const request = { bytes, ...form, distroOverride: undefined, image: undefined };
    const parse = startParsing(deps.threads, request).finish;

    const { findings } = await scanOnce({ ...deps, orgId: null }, { parse, image: null });

    expect(findings.map(describeFinding).toSorted(byVulnerability)).toEqual(await findingsOf(versionId));
  });

  it('stays, with low confidence, if only path, name and version suggest an owner', async () => {
    const versionId = await upload('probable', [aSystem(DEBIAN_12), { ...PYPI, properties: AT_PATH }]);

    expect(await findingsOf(versionId)).toEqual([
      `python3-rpm ${SHARED} relevant high: ; DEBIAN-${SHARED}`,
      ...[SHARED, DENIED, SILENT].map((id, n) => `rpm ${id} relevant low: probably-owned; PYSEC-2024-${n + 1}`),
      OWNED[3],
    ]);
  });
});
