/**
 * Splits an inventory into parts that cost the main thread almost nothing: components are identified, merged, hashed and
 * serialized in the thread, so that no request waits while a document with 300,000 components is processed.
 */
import { createHash, hash } from 'node:crypto';
import {
  toComponentSet,
  type ComponentSet,
  type SetContext,
  type SetMember,
} from '../../core/match/components/component-set.ts';
import { describeDocument, type DocumentTraits } from '../../core/profile/documents/describe-document.ts';
import type { Inventory } from '../../core/sbom/inventory.ts';
import { packDocument } from './packed-document.ts';
import { LIMITS } from '../../core/limits.ts';
import { parseSbom } from '../../core/sbom/parse-sbom.ts';
import type { DetectedFormat } from '../../core/sbom/scan/inspect-sbom.ts';
import { SBOM_UNREADABLE } from '../errors.ts';
import { parseJson } from '../json/parse-json.ts';
import { parseLargeJson } from '../json/parse-large-json.ts';

/** The first part. If this set of components is already stored, no other part is needed. */
export interface InventorySummary
  extends Pick<Inventory, 'graph' | 'serviceCount' | 'warnings'>, Partial<Pick<Inventory, 'tool'>> {
  readonly kind: 'summary';
  /** Equal for equal sets of components with equal scopes, spellings and owners. */
  readonly setSha256: Uint8Array<ArrayBuffer>;
  readonly claimCount: number;
  readonly traits: DocumentTraits;
  /** Operating system packages that own other components. */
  readonly ownerPositions: readonly number[];
  /** Number of components that follow, and of parts. */
  readonly memberCount: number;
  readonly partCount: number;
  /** See `packed-document.ts`. */
  readonly packed: Uint8Array<ArrayBuffer>;
}

/**
 * Members of the set as JSON texts, in two lists of the same order: the components themselves, and their properties in this set.
 * Components are one text each, because most of them are already stored and their texts are not needed.
 */
export interface ComponentBatch {
  readonly kind: 'components';
  readonly count: number;
  readonly components: readonly string[];
  readonly members: string;
}

export type InventoryPart = InventorySummary | ComponentBatch;

const BATCH = 2_000;

export function* toInventoryParts(inventory: Inventory, context: SetContext): Iterable<InventoryPart> {
  const set = toComponentSet(inventory, context);
  const hashes = set.members.map(({ canonical }) => hash('sha256', canonical));
  yield toSummary(inventory, set, { hashes, traits: describeDocument(inventory, context) });
  for (let start = 0; start < set.members.length; start += BATCH) yield toBatch(set.members, hashes, start);
}

function toSummary(
  inventory: Inventory,
  { members, memberOf }: ComponentSet,
  { hashes, traits }: { readonly hashes: readonly string[]; readonly traits: DocumentTraits },
): InventorySummary {
  const setHash = createHash('sha256');
  for (const [position, member] of members.entries()) {
    const { scope, direct, type, purl } = member;
    setHash.update(JSON.stringify([hashes[position], scope, direct, type, purl, ...optionalFacts(member)]));
  }
  const { graph, tool, serviceCount, warnings, claims } = inventory;
  return {
    kind: 'summary',
    setSha256: Uint8Array.from(setHash.digest()),
    graph,
    ...(tool !== undefined && { tool }),
    serviceCount,
    warnings,
    claimCount: claims.length,
    traits,
    memberCount: members.length,
    partCount: Math.ceil(members.length / BATCH),
    ownerPositions: [...new Set(members.flatMap(({ ownership, owners }) => (ownership === 'certain' ? owners : [])))],
    packed: packDocument({ ...inventory, positions: memberOf }),
  };
}

/** Omitted when absent, as in most documents, so that the hashes of their sets do not change. */
function optionalFacts({ ownership, owners, platform, inGraph }: SetMember): readonly unknown[] {
  const owned = ownership === null ? [] : [ownership, owners];
  return platform === null && inGraph === null ? owned : [...owned, { platform, inGraph }];
}

function toBatch(members: readonly SetMember[], hashes: readonly string[], start: number): ComponentBatch {
  const batch = members.slice(start, start + BATCH);
  const sha256Of = (index: number): string => hashes[start + index] ?? '';
  const components = batch.map((member, index) =>
    JSON.stringify({
      sha256: sha256Of(index),
      purl: member.purl,
      name: member.name,
      version: member.version,
      ecosystem: member.ecosystem,
      unversioned: member.unversioned,
      sort_key: member.sortKey,
      package: member.package,
      not_checked: member.notChecked,
      keys: member.keys,
    }),
  );
  const held = batch.map((member, index) => ({
    sha256: sha256Of(index),
    not_checked: member.notChecked,
    position: start + index,
    scope: member.scope,
    direct: member.direct,
    type: member.type,
    purl: member.purl,
    ...(member.platform !== null && { platform: member.platform }),
    ...(member.inGraph !== null && { in_graph: member.inGraph }),
    ...(member.ownership !== null && { owners: member.owners, ownership: member.ownership }),
  }));
  return { kind: 'components', count: batch.length, components, members: JSON.stringify(held) };
}

export interface InventoryRequest extends DetectedFormat {
  readonly bytes: Uint8Array;
  /** Tests use a small value. */
  readonly wholeParseBytesMax?: number;
}

/**
 * Parses the bytes within the limits of a thread, and lets the core build the inventory. The core does not see whether the document
 * was parsed as a whole or is parsed during iteration. Releases the bytes, because later steps may wait for minutes.
 */
export function parseInventoryBytes({
  bytes,
  wholeParseBytesMax = LIMITS.wholeParseBytesMax,
  ...form
}: InventoryRequest): Inventory {
  const isLarge = bytes.byteLength > wholeParseBytesMax;
  const inventory = parseSbom(isLarge ? parseLargeJson(bytes, form) : parseWhole(bytes), form);
  if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
  return inventory;
}

function parseWhole(bytes: Uint8Array): unknown {
  const parsed = parseJson(bytes);
  // The scanner has already accepted these bytes.
  if (parsed.kind === 'unreadable') throw SBOM_UNREADABLE({ problem: parsed.problem });
  return parsed.value;
}
