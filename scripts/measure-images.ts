/**
 * Prints two tables for docs/concepts/matching-quality.md: the findings of Red Hat images by fix state, with the records of OSV alone
 * and with the VEX documents of Red Hat; and the findings of images of rpm distributions by fix state and class, with all data.
 * Needs the real data in ASSAY_TEST_DATA.
 */
import { toReleaseEndRecord } from '../src/core/advisory/release-ends.ts';
import { isEndOfLife, listEndedReleases } from '../src/core/identity/distro/end-of-life.ts';
import { isDistribution } from '../src/core/identity/ecosystems/ecosystem.ts';
import type { PackageMatch } from '../src/core/match/match.ts';
import { toFindingFix } from '../src/core/remediation/finding-fix.ts';
import { FIX_STATES, type FixState } from '../src/core/vocabulary/finding.ts';
import { readAdvisory } from '../test/support/advisories.ts';
import { readDistributionAdvisories } from '../test/support/distribution-files.ts';
import { indexReal, matchDocument, readAdvisoriesOf, readRealDocuments } from '../test/support/real-matches.ts';
import { readVexAdvisories } from '../test/support/red-hat-vex.ts';
import { toTable } from './to-table.ts';

const FILES = [
  'redhat/spdx_ubi8-8.8-1067.json',
  'redhat/spdx_ubi8-minimal-8.8-1072.1697626218.json',
  'redhat/spdx_ubi8_ubi-micro-8.8-7.1696517612.json',
  'redhat/test-data_ubi9-9.2-755.1697625012.json',
  'redhat/spdx_ubi9-9.3-782.json',
  'redhat/spdx_ubi9-minimal-9.3-1361.json',
  'redhat/image_index_variants_ubi9-micro-container-9.4-6.1716471860_s390x.spdx.json',
  'redhat/quay_builder_qemu_rhcos_rhel8_2025-02-24_quay-builder-qemu-rhcos-rhel-8-amd64.json',
  'redhat/image_index_variants_example_container_variant_amd64.json',
  'images/redhat/ibmcom_subscription-bd2636de36d7.trivy.spdx.json',
  'images/redhat/solace_solace-pubsub-standard-1313cf3f41aa.trivy.spdx.json',
  'images/redhat/sysdig_agent-2bc05cd7500f.trivy.spdx.json',
  'images/redhat/sysdig_node-image-analyzer-5dd493a1a8ab.trivy.spdx.json',
];

const documents = readRealDocuments((file) => FILES.includes(file));
const osv = await readAdvisoriesOf(documents, { ecosystems: ['Red Hat'] });
const vex = readVexAdvisories();
const before = indexReal(osv);
const after = indexReal([...osv, ...vex]);
const known = new Set(vex.map(({ id }) => id));

const STATES = ['fixed', 'not_fixed', 'deferred', 'wont_fix', 'unknown'] as const;
const rows = documents.map((document) => {
  const packages = document.members.filter((member) => member.package?.identity.family === 'Red Hat').length;
  const counted = [before, after].map(({ candidates }) => {
    const matches = matchDocument(document, candidates).members.flatMap((member) =>
      member.member.package?.identity.family === 'Red Hat' ? member.matches : [],
    );
    const affected = matches.filter(({ state }) => state === 'affected');
    const closed = matches.filter(({ state, canonicalId }) => state === 'not_affected' && known.has(canonicalId));
    return { counts: STATES.map((state) => count(affected, state)), closed: closed.length };
  });
  const [old, now] = counted;
  return [
    document.file.replace(/^.*\//, ''),
    packages,
    old?.counts[0] ?? 0,
    ...(now?.counts ?? []),
    (now?.closed ?? 0) - (old?.closed ?? 0),
  ].map(String);
});

function count(matches: readonly PackageMatch[], state: (typeof STATES)[number]): number {
  return matches.filter((match) => toFindingFix(match, false).state === state).length;
}

const HEAD = ['Document', 'Packages', 'Before: fixed', 'After: fixed', 'Not fixed', 'Deferred', 'Will not fix'];
process.stdout.write(toTable([...HEAD, 'Under investigation', 'Closed by the vendor'], rows));

// All images, with everything that the test data has: OSV, VEX documents, files of distributions, and ended releases.
const MORE_FILES = /^images\/(?:amazon|oracle|photon|redhat)\/.*\.(?:syft|trivy)\./;
const AT = new Date().toISOString();
const images = readRealDocuments((file) => FILES.includes(file) || MORE_FILES.test(file));
const everything = indexReal([
  ...(await readAdvisoriesOf(images)),
  ...vex,
  ...(await readDistributionAdvisories(AT)),
  ...listEndedReleases(AT).map((each) => readAdvisory(toReleaseEndRecord(each))),
]);
const imageRows = images.flatMap((document) => {
  const { members } = matchDocument(document, everything.candidates);
  const [first, ...others] = members.filter(({ member }) => isDistribution(member.package?.identity.family ?? ''));
  const release = first?.member.package?.identity;
  if (release === undefined) return [];
  const affected = [first, ...others].flatMap(
    (each) => each?.matches.filter(({ state }) => state === 'affected') ?? [],
  );
  const vulnerabilities = affected.filter((match) => match.class === 'vulnerability');
  const statesOf = (state: FixState): number =>
    vulnerabilities.filter((match) => toFindingFix(match, isEndOfLife(release, AT)).state === state).length;
  return [
    [
      document.file.replace(/^.*\//, ''),
      `${release.family} ${release.release}`,
      others.length + 1,
      ...FIX_STATES.map(statesOf),
      affected.filter((match) => match.class === 'end_of_life').length,
      affected.filter((match) => match.class !== 'end_of_life' && match.class !== 'vulnerability').length,
    ].map(String),
  ];
});

const IMAGE_HEAD = ['Document', 'Release', 'Packages', 'Fixed', 'Not fixed', 'Will not fix', 'Deferred'];
process.stdout.write(
  `\n${toTable([...IMAGE_HEAD, 'End of life', 'Unknown', 'Class end_of_life', 'Other classes'], imageRows)}`,
);
