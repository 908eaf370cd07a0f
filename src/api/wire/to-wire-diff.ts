/** Maps the comparison of two versions to the API, and to release notes. */
import { LIMITS } from '../../core/limits.ts';
import type { ExplainedChange } from '../../core/history/changes/explain-change.ts';
import type { ReleaseNotes } from '../../core/report/markdown/release-notes.ts';
import type { ComparedFinding, ComparedVersion, Comparison } from '../../pipeline/queries/compare-versions.ts';
import type { WireDiff, WireEvidence } from '../contract/history/diff.ts';
import { toWireFinding } from './to-wire-finding.ts';

export function toWireDiff(comparison: Comparison): WireDiff {
  const { components, findings, counts, notSeen } = comparison;
  const { unchanged, notSeen: notUploaded, ...changes } = counts;
  return {
    base: toWireVersion(comparison.base),
    head: toWireVersion(comparison.head),
    components: {
      added: components.added.slice(0, LIMITS.changesShownMax).map(toWireComponent),
      removed: components.removed.slice(0, LIMITS.changesShownMax).map(toWireComponent),
      changed: components.changed.slice(0, LIMITS.changesShownMax),
      counts: {
        added: components.added.length,
        removed: components.removed.length,
        changed: components.changed.length,
      },
    },
    findings: {
      introduced: findings.introduced.map(toWireExplained),
      resolved: findings.resolved.map(toWireExplained),
      changed: findings.changed.map(toWireExplained),
      notUploaded: notSeen.findings.map(({ listed }) => toWireFinding(listed)),
      unchanged,
      counts: { ...changes, notUploaded },
    },
    notUploaded: notSeen.documents.map(({ slot, image }) => ({ slot, image })),
  };
}

/** `link`: the page with more details. */
export function toNotes(comparison: Comparison, link: string | undefined): ReleaseNotes {
  const { service, base, head, components, findings, counts, notSeen } = comparison;
  const toNoted = ({ known, explained }: ComparedFinding): ReleaseNotes['findings']['introduced'][number] => ({
    finding: toWireFinding(known.listed),
    explained,
  });
  return {
    service,
    base: { name: base.version.name, isAnalyzed: base.result !== undefined },
    head: { name: head.version.name, isAnalyzed: head.result !== undefined },
    findings: {
      introduced: findings.introduced.map(toNoted),
      resolved: findings.resolved.map(toNoted),
      changed: findings.changed.map(toNoted),
    },
    counts,
    notSeen: notSeen.documents.map(({ slot, image }) => image ?? slot),
    components,
    link,
  };
}

function toWireVersion({ version, result }: ComparedVersion): WireDiff['base'] {
  const { analysisId = null, finishedAt: analyzedAt = null } = result ?? {};
  return { id: version.id, name: version.name, analysisId, analyzedAt };
}

function toWireComponent({
  name,
  version,
  purl,
}: Comparison['components']['added'][number]): WireDiff['components']['added'][number] {
  return { name, version, purl };
}

function toWireExplained({ known, explained }: ComparedFinding): WireDiff['findings']['introduced'][number] {
  const finding = toWireFinding(known.listed);
  return { ...finding, cause: explained.cause, evidence: toWireEvidence(explained, finding.component.name) };
}

export function toWireEvidence({ component, records, engine, hiddenBy }: ExplainedChange, name: string): WireEvidence {
  return {
    component: component && { name, from: [...component.from], to: [...component.to] },
    records: [...records],
    engine,
    ...(hiddenBy && { hiddenBy: { by: hiddenBy.by, code: hiddenBy.code, text: hiddenBy.text } }),
  };
}
