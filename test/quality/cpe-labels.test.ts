/** Precision and recall of matches by CPE, from the document to the match, on labeled pairs. */
import { describe, expect, it } from 'vitest';
import { parseNvdRecord } from '../../src/core/advisory/nvd/parse-nvd-record.ts';
import { keysOfEntry } from '../../src/core/advisory/entries.ts';
import { decideGate } from '../../src/core/history/gate.ts';
import { toComponentSet } from '../../src/core/match/components/component-set.ts';
import { matchPackage } from '../../src/core/match/match-package.ts';
import type { CandidateEntry, PackageMatch } from '../../src/core/match/match.ts';
import { parseSbom } from '../../src/core/sbom/parse-sbom.ts';
import {
  CPE_LABELS,
  CPE_RECORDS,
  TRAP_LABELS,
  type CpeComponent,
  type CpeLabel,
  type CpeRecord,
  type CpeVerdict,
} from './cpe-labels.ts';

const matched = CPE_LABELS.map((label) => ({ label, matches: matchLabel(label) }));

describe('matches by CPE', () => {
  it.each(matched.map((each) => [describeLabel(each.label), each] as const))('%s', (_name, { label, matches }) => {
    expect(verdictOf(matches)).toBe(label.verdict);
  });

  it('have at least 150 labels, and more than a third of each kind', () => {
    const clean = CPE_LABELS.filter(({ verdict }) => verdict === 'clean').length;

    expect(CPE_LABELS.length).toBeGreaterThanOrEqual(150);
    expect(Math.min(clean, CPE_LABELS.length - clean)).toBeGreaterThan(CPE_LABELS.length / 3);
    expect(new Set(CPE_LABELS.map(describeLabel)).size).toBe(CPE_LABELS.length);
  });

  it('are precise and complete', () => {
    const count = (isFound: boolean, isTrue: boolean): number =>
      matched.filter(({ label, matches }) => matches.length > 0 === isFound && (label.verdict !== 'clean') === isTrue)
        .length;
    const [found, wrong, missed] = [count(true, true), count(true, false), count(false, true)];
    console.log(
      `${CPE_LABELS.length} pairs: ${found} found, ${wrong} wrong, ${missed} missed, ${count(false, false)} clean`,
    );

    expect({ wrong, missed }).toEqual({ wrong: 0, missed: 0 });
  });

  it('have none for the names that lead to false positives elsewhere', () => {
    expect(TRAP_LABELS.length).toBeGreaterThan(40);
    expect(TRAP_LABELS.flatMap(matchLabel)).toEqual([]);
  });

  it('have low confidence and their own class, and never fail a gate', () => {
    const all = matched.flatMap(({ matches }) => matches);
    expect(new Set(all.map(({ confidence, class: of }) => `${confidence} ${of}`))).toEqual(new Set(['low possible']));

    const finding = { class: 'possible', confidence: 'low', severity: 'critical', hasFix: true, kev: true } as const;
    const coverage = { components: 1, checked: 1, notChecked: [], fixedIssuesOnly: 0, fixedIssuesOnlyByRelease: [] };
    const facts = {
      ...({ analysis: 'ended', baseAnalysis: undefined, coverage, data: 'ready' } as const),
      findings: [{ ...finding, count: 1, isNew: true, isAccepted: false }],
    };
    const conditions = {
      severity: 'low',
      fixableOnly: false,
      kev: true,
      minCoverage: 0,
      minConfidence: 'low',
    } as const;
    expect(decideGate(facts, conditions)).toMatchObject({ result: 'pass', failing: [] });
  });
});

function describeLabel({ record, component, verdict, beside }: CpeLabel): string {
  const { name, version, purl, cpes = [], path } = component;
  const parts = [`${name ?? ''} ${version ?? 'without version'}`, purl, ...cpes, path, beside && `beside ${beside}`];
  return `${record} ${verdict}: ${parts.filter((part) => part !== undefined).join(', ')}`;
}

function verdictOf(matches: readonly PackageMatch[]): CpeVerdict {
  const [match] = matches;
  if (match === undefined) return 'clean';
  expect(match.state).toBe('affected');
  return match.assumptions.includes('conditional') ? 'conditional' : 'affected';
}

/** Returns the matches of the component, without those of a package beside it. */
function matchLabel({ record, component, beside }: CpeLabel): readonly PackageMatch[] {
  const filed = fileRecord(record, CPE_RECORDS[record] ?? { configurations: [] });
  const components = [
    toComponent(component),
    ...(beside === undefined ? [] : [{ type: 'library', name: 'beside', purl: beside }]),
  ];
  const document = { bomFormat: 'CycloneDX', specVersion: '1.6', components };
  const inventory = parseSbom(document, { format: 'cyclonedx', specVersion: '1.6', path: '' });
  const { members } = toComponentSet(inventory, { distroOverride: undefined, image: undefined });
  return members.flatMap(({ package: found, keys, notChecked }) =>
    found === null || notChecked !== null
      ? []
      : matchPackage(
          found,
          keys.flatMap((key) => filed.get(key) ?? []),
        ),
  );
}

function toComponent({ name = '', version, purl, cpes = [], path, type = 'application' }: CpeComponent): object {
  const [cpe, ...others] = cpes;
  return {
    ...{ type, name, version, purl, cpe },
    properties: [
      ...others.map((value) => ({ name: 'syft:cpe23', value })),
      ...(path === undefined ? [] : [{ name: 'syft:location:0:path', value: path }]),
    ],
  };
}

function fileRecord(id: string, record: CpeRecord): ReadonlyMap<string, readonly CandidateEntry[]> {
  const advisory = parseNvdRecord({ cve: toCve(id, record) });
  if ('problem' in advisory) throw new Error(`A record of a label cannot be read: ${advisory.problem}`);
  const filed = new Map<string, CandidateEntry[]>();
  if (advisory.withdrawn !== undefined) return filed;
  for (const entry of advisory.affected) {
    const candidate = { recordId: id, source: 'nvd', groupId: id, canonicalId: id, class: advisory.class, entry };
    for (const key of keysOfEntry(entry)) filed.set(key, [...(filed.get(key) ?? []), candidate]);
  }
  return filed;
}

function toCve(id: string, { configurations, status }: CpeRecord): object {
  return {
    id,
    lastModified: '2025-01-01T00:00:00.000',
    vulnStatus: status ?? 'Analyzed',
    configurations: configurations.map((nodes) => ({
      ...(nodes.length > 1 && { operator: 'AND' }),
      nodes: nodes.map((criteria) => ({
        operator: 'OR',
        negate: false,
        cpeMatch: criteria.map(({ of, from, after, before, to, vulnerable = true }) => ({
          vulnerable,
          criteria: toCriteria(of),
          versionStartIncluding: from,
          versionStartExcluding: after,
          versionEndExcluding: before,
          versionEndIncluding: to,
        })),
      })),
    })),
  };
}

function toCriteria(name: string): string {
  const parts = name.split(/(?<!\\):/);
  return ['cpe', '2.3', ...parts, ...Array<string>(11 - parts.length).fill('*')].join(':');
}
