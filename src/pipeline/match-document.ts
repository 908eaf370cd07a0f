/**
 * The components of a document that is only looked at, matched as they come out of the thread. What is not affected is counted
 * and forgotten batch by batch, so that half a million components cost little more memory than their findings.
 */
import type { ComponentInVersion } from '../core/history/version-findings.ts';
import type { MatchedComponent } from '../core/history/why-not-checked.ts';
import { LIMITS } from '../core/limits.ts';
import type { PackageMatch, PackageVersion } from '../core/match/match.ts';
import { toContentId } from '../store/content-id.ts';
import type { ComponentBatch, InventorySummary } from '../threads/inventory-parts.ts';
import { parseInventory } from '../threads/parse-inventory.ts';
import type { PartsRequest } from '../threads/parse-thread.ts';
import type { ThreadPool } from '../threads/pool.ts';
import type { PipelineDeps } from './deps.ts';
import { SCAN_FINDINGS_LIMIT } from './errors.ts';
import { evaluateComponents } from './match-components.ts';

export type MatchingDeps = Pick<PipelineDeps, 'database' | 'now'> & { readonly threads: ThreadPool };

export interface MatchedDocument {
  readonly summary: InventorySummary;
  readonly affected: readonly AffectedMember[];
  /** All components; those that are alike in what coverage depends on are one. */
  readonly groups: readonly ComponentGroup[];
}

/** In the order of the set. */
export type AffectedMember = Omit<ComponentInVersion, 'occurrences'> & { readonly position: number };

type ComponentGroup = MatchedComponent & { readonly count: number };

/** The thread waits while a batch is matched, so that no more than two are in memory. */
export async function matchDocument(
  deps: MatchingDeps,
  request: PartsRequest,
  onBatch: (done: number, total: number) => void,
): Promise<MatchedDocument> {
  let summary: InventorySummary | undefined;
  let done = 0;
  let findings = 0;
  const affected: AffectedMember[] = [];
  const groups = new Map<string, ComponentGroup>();
  await parseInventory(deps.threads, request, async (part) => {
    if (part.kind === 'summary') {
      summary = part;
      return 'go-on';
    }
    for (const { facts, member } of await matchBatch(deps, part)) {
      const key = JSON.stringify(facts);
      groups.set(key, { ...facts, count: (groups.get(key)?.count ?? 0) + 1 });
      if (member === undefined) continue;
      affected.push(member);
      findings += member.matches.length;
    }
    done += part.count;
    onBatch(done, summary?.memberCount ?? done);
    return findings > LIMITS.scanFindingsMax ? 'stop' : 'go-on';
  });
  if (findings > LIMITS.scanFindingsMax) throw SCAN_FINDINGS_LIMIT();
  if (summary === undefined) throw new Error('The thread has sent no summary.');
  return { summary, affected, groups: [...groups.values()] };
}

/** What the texts of a batch hold, as far as it is needed here. */
interface ListedComponent {
  readonly sha256: string;
  readonly name: string;
  readonly version: string | null;
  readonly unversioned: string;
  readonly package: PackageVersion | null;
  readonly not_checked: string | null;
  readonly keys: readonly string[];
}

interface ListedMember {
  readonly position: number;
  readonly scope: string;
  readonly direct: boolean | null;
  readonly purl: string | null;
}

interface MatchedMember {
  readonly facts: MatchedComponent;
  /** Undefined: nothing covers it. */
  readonly member: AffectedMember | undefined;
}

async function matchBatch(deps: MatchingDeps, batch: ComponentBatch): Promise<MatchedMember[]> {
  // Both texts were written by our own thread.
  const components = JSON.parse(batch.components) as readonly ListedComponent[];
  const members = JSON.parse(batch.members) as readonly ListedMember[];
  const checkable = components.filter(isCheckable);
  const { answers } = await evaluateComponents(deps, checkable);
  const answerOf = new Map(checkable.map(({ sha256 }, index) => [sha256, answers[index]]));
  return components.map((component, index) => {
    const { matches = [], unassessed = null } = answerOf.get(component.sha256) ?? {};
    const found = matches.filter(({ state }) => state === 'affected');
    const isAffected = found.length > 0;
    const member = members[index];
    return {
      facts: { reason: component.not_checked ?? unassessed, release: toRelease(component), isAffected },
      member: isAffected && member !== undefined ? toAffected(component, member, found) : undefined,
    };
  });
}

function isCheckable(component: ListedComponent): component is ListedComponent & { readonly package: PackageVersion } {
  return component.not_checked === null && component.package !== null;
}

function toRelease({ package: identified }: ListedComponent): MatchedComponent['release'] {
  if (identified === null) return null;
  const { family, release, channel } = identified.identity;
  return { family, release, channel };
}

function toAffected(
  { sha256, name, version, unversioned }: ListedComponent,
  { position, scope, direct, purl }: ListedMember,
  matches: readonly PackageMatch[],
): AffectedMember {
  return { id: toContentId([sha256]), purl, name, version, unversioned, scope, direct, matches, position };
}
