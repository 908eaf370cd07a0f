/**
 * SBOMs of the Kubernetes tool `bom` list packages without their sources. With Debian's own package index they lead to the same
 * findings as documents that state every source.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CandidateEntry } from '../../src/core/match/match.ts';
import { createIndexParser, type IndexedPackage } from '../../src/core/identity/distro/package-index.ts';
import { toKeyPrefix } from '../../src/core/identity/package-key.ts';
import { schemeFor } from '../../src/core/versions/schemes/scheme-for.ts';
import { resolveSource, unknownSourceKey } from '../../src/core/match/distro/resolve-source.ts';
import { keysOf } from '../../src/core/match/identify-package.ts';
import { indexAdvisories, readAdvisory } from '../support/advisories.ts';
import { readRealRecords } from '../support/real-advisories.ts';
import { findRealData } from '../support/real-data.ts';
import { matchDocument, readRealDocuments, type RealDocument } from '../support/real-matches.ts';

const folder = findRealData('distro', 'debian-packages');
const documents = folder === undefined ? [] : readRealDocuments((file) => file.startsWith('images/debian/bitnami_'));

describe.runIf(folder !== undefined && documents.length > 0)('documents without source packages', () => {
  let candidates: ReadonlyMap<string, readonly CandidateEntry[]> = new Map();
  beforeAll(async () => {
    candidates = indexAdvisories(((await readRealRecords('Debian')) ?? []).map(readAdvisory));
  }, 180_000);

  it.each(['redmine', 'node-exporter'])('lead to the findings of Trivy with the package index: %s', (image) => {
    const sources = Map.groupBy(readIndexes(), ({ key }) => key);
    const [bom, trivy] = ['bom', 'trivy'].map((tool) =>
      documents.find(({ file }) => file.includes(`bitnami_${image}-`) && file.includes(`.${tool}.`)),
    );
    if (bom === undefined || trivy === undefined) throw new Error(`There is no document of ${image}.`);
    const resolved = { ...bom, members: bom.members.map((member) => resolve(member, sources)) };
    const listed = new Set(bom.members.map(({ name }) => name));
    const found = (of: RealDocument): string[] =>
      matchDocument(of, candidates)
        .members.filter(({ member }) => member.ecosystem === 'Debian' && listed.has(member.name))
        .flatMap(({ member, matches, reason }) => [
          ...(reason === undefined ? [] : [`${member.name} ${reason}`]),
          ...matches
            .filter(({ state }) => state === 'affected')
            .map(({ canonicalId }) => `${member.name} ${canonicalId}`),
        ])
        .toSorted();

    expect(found(resolved)).toEqual(found(trivy));
    expect(found(resolved).length).toBeGreaterThan(200);
    expect(found(bom).some((line) => line.endsWith('source-package-unknown'))).toBe(true);
  });
});

describe.runIf(folder !== undefined)('archived versions', () => {
  it('include every fix that records of Debian 12 name for a listed package', async () => {
    const archived = Map.groupBy(
      readIndexes().flatMap((each) => each.archived ?? []),
      ({ key }) => key,
    );
    const prefix = toKeyPrefix({ family: 'Debian', release: '12' });
    const named = indexAdvisories(((await readRealRecords('Debian')) ?? []).map(readAdvisory));
    const missing = new Set<string>();
    let there = 0;
    for (const [key, candidates] of named) {
      const versions = (archived.get(key) ?? []).map(({ version }) => version);
      if (!key.startsWith(prefix) || versions.length === 0) continue;
      for (const fixed of candidates.flatMap(({ entry }) => entry.windows.flatMap((window) => window.fixed ?? []))) {
        if (versions.some((version) => compareVersions(version, fixed) >= 0)) there += 1;
        else missing.add(`${key.slice(prefix.length)} ${fixed}`);
      }
    }

    expect(there).toBeGreaterThan(10_000);
    expect([...missing].toSorted()).toEqual([]);
  }, 180_000);
});

function compareVersions(a: string, b: string): number {
  const scheme = schemeFor('debian');
  const [first, second] = [scheme.parse(a), scheme.parse(b)];
  if (first === undefined || second === undefined) throw new Error(`${a} or ${b} is not a version.`);
  return scheme.compare(first, second);
}

type Member = RealDocument['members'][number];

function resolve(member: Member, sources: ReadonlyMap<string, readonly IndexedPackage[]>): Member {
  const key = member.package === null ? undefined : unknownSourceKey(member.package);
  if (member.package === null || key === undefined) return member;
  const known = (sources.get(key) ?? []).map(({ sourceName: name, version, sourceVersion }) =>
    version === '' ? { name, isLearned: false } : { name, version, sourceVersion, isLearned: false },
  );
  const found = resolveSource(member.package, known);
  return { ...member, package: found, keys: [...new Set([...member.keys, ...keysOf(found.identity)])] };
}

/**
 * The index is stored in columns (package, source, version, source version) and converted back to the blocks that it was made
 * from.
 */
function readIndexes(): readonly IndexedPackage[] {
  const suites = { bullseye: '11', 'bullseye-security': '11', bookworm: '12', 'bookworm-security': '12' };
  return Object.entries(suites).flatMap(([suite, release]) => {
    const read = createIndexParser({ family: 'Debian', release });
    const packed = readFileSync(`${folder}/debian-${suite}-main-amd64.tsv.gz`);
    return gunzipSync(packed)
      .toString()
      .split('\n')
      .flatMap((line) => {
        const [name = '', source = '', version = '', sourceVersion = ''] = line.split('\t');
        const block = [`Package: ${name}`, `Version: ${version}`, `Source: ${source} (${sourceVersion})`];
        for (const each of block) read(each);
        return read('') ?? [];
      });
  });
}
