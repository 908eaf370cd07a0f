/** The parts of a finding that an agent needs in a list. `explain_finding` returns the rest. */
import type { WireFinding } from '../contract/findings/finding.ts';

type Listed = Pick<WireFinding, 'id' | 'class' | 'vulnerability' | 'fix' | 'relevance' | 'priority'> & {
  readonly component: Pick<WireFinding['component'], 'purl' | 'name' | 'version' | 'scope' | 'direct'>;
  readonly service?: unknown;
  readonly version?: unknown;
  readonly cause?: unknown;
};

export function toCompactFinding(finding: Listed): Record<string, unknown> {
  const { vulnerability, component, relevance, priority, fix } = finding;
  const { id, aliases, title, severity, cvss, epss, kev } = vulnerability;
  return {
    id: finding.id,
    class: finding.class,
    service: finding.service,
    version: finding.version,
    cause: finding.cause,
    vulnerability: {
      id,
      aliases,
      title,
      severity,
      cvss: cvss.map(({ score }) => score),
      epss: epss?.score ?? null,
      knownExploited: kev !== null,
    },
    package: {
      name: component.name,
      version: component.version,
      purl: component.purl,
      scope: component.scope,
      direct: component.direct,
    },
    fix: { state: fix.state, nearest: fix.nearest },
    relevance: {
      status: relevance.status,
      reason: relevance.reasons[0]?.text ?? null,
      needsReview: relevance.suggestion !== null,
    },
    priority: { band: priority.band, risk: priority.risk, dueAt: priority.deadline?.dueAt ?? null },
  };
}
