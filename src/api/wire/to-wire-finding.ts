/** Maps a finding of a version or a scan to the API. Both have the detail of the core, so both get the same form. */
import { z } from 'zod';
import type { VersionFinding } from '../../core/history/findings/version-findings.ts';
import type { ScannedFinding } from '../../pipeline/analysis/scan-once.ts';
import type { ListedFinding } from '../../store/findings/lists/listed-finding.ts';
import type { StoredFacts } from '../../store/findings/stored-finding.ts';
import { WireFinding, type WirePlacedFinding } from '../contract/findings/finding.ts';
import { WireScannedFinding } from '../contract/services/sbom.ts';
import type { CvssRating } from '../../core/advisory/advisory.ts';
import { findLeadingRating } from '../../core/advisory/severity/severity.ts';
import type { Opinion } from '../../core/relevance/opinions/opinion.ts';
import {
  WireDeadline,
  WireDecisionAction,
  WirePriorityReason,
  WireReason,
  type WireActiveDecision,
} from '../contract/findings/relevance.ts';

// Copies from a value the members that a schema of the contract names, in its order. The detail of a finding has the names of
// the contract, so a member that both have needs no mapping. Values are not validated: the compiler has compared the types.

/** The output of a schema, of which members that may be null may be missing. */
type Source<Output> = Output extends readonly (infer Element)[]
  ? readonly Source<Element>[]
  : Output extends object
    ? { readonly [Name in keyof Output as null extends Output[Name] ? never : Name]: Source<Output[Name]> } & {
        readonly [Name in keyof Output as null extends Output[Name] ? Name : never]?: Source<Output[Name]> | undefined;
      }
    : Output;

export function createPicker<Schema extends z.ZodType>(
  schema: Schema,
): (value: Source<z.output<Schema>>) => z.output<Schema> {
  const copy = toCopy(schema);
  return (value) => copy(value) as z.output<Schema>;
}

type Copy = (value: unknown) => unknown;

function toCopy(schema: z.core.$ZodType): Copy {
  if (schema instanceof z.ZodNullable) return orNull(toCopy(schema.unwrap()));
  if (schema instanceof z.ZodArray) return ofElements(toCopy(schema.element));
  if (schema instanceof z.ZodObject)
    return ofMembers(Object.entries(schema.shape).map(([name, member]) => [name, toCopy(member)]));
  return (value) => value;
}

function orNull(copy: Copy): Copy {
  return (value) => (value === null || value === undefined ? null : copy(value));
}

function ofElements(copy: Copy): Copy {
  return (value) => (value as readonly unknown[]).map((element) => copy(element));
}

function ofMembers(members: readonly (readonly [string, Copy])[]): Copy {
  return (value) => {
    const copied: Record<string, unknown> = {};
    for (const [name, copy] of members) copied[name] = copy((value as Readonly<Record<string, unknown>>)[name]);
    return copied;
  };
}

export function toWireFinding(finding: ListedFinding): WireFinding {
  const { component } = finding.detail;
  return {
    id: finding.id,
    fingerprint: finding.fingerprint,
    ...toWireFacts(finding, finding.detail),
    state: finding.state,
    component: pickComponent({ ...component, id: finding.componentId, version: component.version ?? '' }),
    firstSeen: { at: finding.firstSeenAt, versionId: finding.firstSeenVersionId },
    lastSeen: finding.lastSeenAt,
    resolvedAt: finding.endedAt,
  };
}

export function toWirePlacedFinding(finding: ListedFinding): WirePlacedFinding {
  return { ...toWireFinding(finding), service: { ...finding.service }, version: { ...finding.version } };
}

export function toWireScannedFinding(finding: ScannedFinding): WireScannedFinding {
  const { component } = finding.detail;
  const occurrences = component.occurrences.map((occurrence) => ({ ...occurrence, sbomId: null }));
  return {
    id: finding.id,
    fingerprint: finding.fingerprint,
    ...toWireFacts(finding, finding.detail),
    state: 'open',
    component: pickScannedComponent({
      ...{ ...component, id: finding.componentId, version: component.version ?? '', occurrences },
    }),
    firstSeen: null,
    lastSeen: null,
    resolvedAt: null,
  };
}

const pickComponent = createPicker(WireFinding.shape.component);
const pickScannedComponent = createPicker(WireScannedFinding.shape.component);
const pickFix = createPicker(WireFinding.shape.fix.omit({ nearest: true }));

// Lists have the dates last.
const { publishedAt, modifiedAt, withdrawnAt, ...others } = WireFinding.shape.vulnerability.shape;
const pickVulnerability = createPicker(z.object({ ...others, publishedAt, modifiedAt, withdrawnAt }));

/** A distribution may bundle many records; a few are enough to show the basis of the match. */
const RECORDS_SENT_MAX = 20;

/** Fields that do not depend on stored data. */
function toWireFacts(
  finding: Pick<VersionFinding, 'class' | 'relevance' | 'risk' | 'band'>,
  { vulnerability, match, fix, ...judged }: StoredFacts,
): Omit<WireFinding, 'id' | 'fingerprint' | 'state' | 'component' | 'firstSeen' | 'lastSeen' | 'resolvedAt'> {
  const evidence = match.evidence.find((each) => each.outcome === 'affected');
  return {
    class: finding.class,
    vulnerability: pickVulnerability(vulnerability),
    match: {
      source: evidence?.source ?? '',
      recordId: evidence?.recordId ?? '',
      via: evidence?.via ?? 'direct',
      scheme: evidence?.scheme ?? '',
      range: evidence?.range ?? '',
      confidence: match.confidence,
      assumptions: [...match.assumptions],
      disputed: match.assumptions.includes('disputed'),
      records: match.evidence.slice(0, RECORDS_SENT_MAX).map(({ source, recordId, outcome, range }) => ({
        source,
        recordId,
        outcome,
        range,
      })),
    },
    fix: { ...pickFix(fix), nearest: fix.versions[0] ?? null },
    relevance: toWireVerdict(finding.relevance, judged),
    decision: toWireDecision(judged),
    priority: toWirePriority(finding, judged.priority, vulnerability.cvss),
  };
}

/** Maps the relevance of a finding to the API. */
function toWireVerdict(
  status: VersionFinding['relevance'],
  { reasons, relevance }: Pick<StoredFacts, 'reasons' | 'relevance'>,
): WireFinding['relevance'] {
  const { basis, label, suggestion, conflict, isEscalated } = relevance;
  return {
    status,
    basis,
    label,
    conflict,
    escalated: isEscalated,
    reasons: reasons.map(toWireReason),
    suggestion: suggestion && toWireReason(suggestion),
  };
}

const pickReason = createPicker(WireReason);

function toWireReason(opinion: Opinion): WireReason {
  const { applies = true, changedSince = [] } = opinion;
  return pickReason({ ...opinion, applies, changedSince });
}

/** If no decision applies, returns the human decision that no longer does, because it needs to be confirmed again. */
function toWireDecision({ decision, reasons }: Pick<StoredFacts, 'decision' | 'reasons'>): WireActiveDecision | null {
  const told = decision ?? reasons.find(({ kind, applies }) => kind === 'human' && applies === false);
  if (told === undefined || (told.kind !== 'human' && told.kind !== 'vex')) return null;
  const { kind, state, justification, text: detail, expiresAt, at, applies = true } = told;
  const action = WireDecisionAction.options.find((each) => each === told.action) ?? null;
  const changedSince = [...(told.changedSince ?? [])];
  return {
    ...{ id: told.sourceId ?? '', kind, action, state, justification, response: [...told.response], detail },
    ...{ scope: told.scope ?? null, expiresAt, by: told.actor, at, applies },
    ...{ needsReconfirmation: changedSince.length > 0, changedSince },
  };
}

function toWirePriority(
  { risk, band }: Pick<VersionFinding, 'risk' | 'band'>,
  { reasons, contextual, deadline }: StoredFacts['priority'],
  cvss: readonly CvssRating[],
): WireFinding['priority'] {
  const base = findLeadingRating(cvss)?.score;
  return {
    risk,
    band,
    deadline: deadline && toWireDeadline(deadline),
    contextual: contextual && base !== undefined ? { vector: contextual.vector, score: contextual.score, base } : null,
    reasons: reasons.map((reason) => pickPriorityReason(reason)),
  };
}

const pickPriorityReason = createPicker(WirePriorityReason);
const pickTerm = createPicker(WireDeadline.pick({ days: true, forensics: true, derived: true }));
const pickRule = createPicker(WireDeadline.shape.rule);

function toWireDeadline(
  deadline: NonNullable<StoredFacts['priority']['deadline']>,
): NonNullable<WireFinding['priority']['deadline']> {
  const { row, dueAt } = deadline;
  return { ...pickTerm(deadline), dueAt, rule: pickRule(row) };
}
