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
import { countGroups, type MemberGroup } from '../../core/match/components/count-groups.ts';
import { describeDocument, type DocumentTraits } from '../../core/profile/documents/describe-document.ts';
import type { Inventory } from '../../core/sbom/inventory.ts';
import { rateSbom, type SbomQuality } from '../../core/sbom/quality.ts';
import { packDocument } from './packed-document.ts';
import { LIMITS } from '../../core/limits.ts';
import { parseSbom, toInnerPath } from '../../core/sbom/parse-sbom.ts';
import type { DetectedFormat } from '../../core/sbom/scan/inspect-sbom.ts';
import { openPayload } from '../../envelope/open-payload.ts';
import { SBOM_UNREADABLE } from '../errors.ts';
import { parseJson } from '../json/parse-json.ts';
import { parseLargeJson } from '../json/parse-large-json.ts';

/**
 * The first part. If this set of components is already stored, no other part is needed; if only some of its chunks are, the
 * receiver answers with the numbers of the others.
 */
export interface InventorySummary
  extends Pick<Inventory, 'graph' | 'serviceCount' | 'warnings'>, Partial<Pick<Inventory, 'tool'>> {
  readonly kind: 'summary';
  /** Equal for equal sets of components with equal scopes, spellings and owners. */
  readonly setSha256: Uint8Array<ArrayBuffer>;
  readonly claimCount: number;
  readonly traits: DocumentTraits;
  readonly quality: SbomQuality;
  /** Operating system packages that own other components. */
  readonly ownerPositions: readonly number[];
  readonly groups: readonly MemberGroup[];
  /** Number of components that follow, and of parts, if all are wanted. */
  readonly memberCount: number;
  readonly partCount: number;
  /** SHA-256 of the content of each chunk, 32 bytes each, and the position of its first member. */
  readonly chunkHashes: Uint8Array<ArrayBuffer>;
  readonly chunkStarts: Int32Array<ArrayBuffer>;
  /** See `packed-document.ts`. */
  readonly packed: Uint8Array<ArrayBuffer>;
}

/** Chunks in the order of the set. */
export interface ComponentBatch {
  readonly kind: 'components';
  readonly count: number;
  readonly chunks: readonly ComponentChunk[];
}

/**
 * Consecutive members of the set as JSON texts, in two lists of the same order: the components themselves, and their properties in
 * this set. Components are one text each, because most of them are already stored and their texts are not needed.
 */
export interface ComponentChunk {
  /** Of the content, hexadecimal. Equal chunks of different sets are stored once. */
  readonly sha256: string;
  /** Position of the first member. */
  readonly start: number;
  readonly components: readonly string[];
  readonly members: string;
}

export type InventoryPart = InventorySummary | ComponentBatch;

/** A batch ends with the chunk that reaches this number of members. */
const BATCH = 2_000;

interface SplitInventory {
  readonly summary: InventorySummary;
  /** Texts are built only for the chunks with these numbers; by default for all of them. */
  readonly toBatches: (wanted?: ReadonlySet<number>) => Iterable<ComponentBatch>;
}

export function splitInventory(inventory: Inventory, context: SetContext): SplitInventory {
  const set = toComponentSet(inventory, context);
  const hashes = set.members.map(({ canonical }) => hash('sha256', canonical));
  const chunks = splitSet(set.members, hashes);
  const partCount = toRanges(chunks).length;
  return {
    summary: toSummary(inventory, set, { chunks, partCount, traits: describeDocument(inventory, context) }),
    *toBatches(wanted) {
      const ranges = toRanges(wanted === undefined ? chunks : chunks.filter((_, number) => wanted.has(number)));
      for (const range of ranges) {
        const count = range.reduce((sum, { start, end }) => sum + end - start, 0);
        yield { kind: 'components', count, chunks: range.map((chunk) => toChunk(set.members, hashes, chunk)) };
      }
    },
  };
}

interface ChunkRange {
  readonly sha256: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Splits the set after members whose hash begins with certain bits. So a changed component changes only its own chunk, and all
 * others are shared with the previous build. Each change writes about 16 members again, and 8 members need a reference of their
 * own; both cost about the same for one change among a hundred components.
 */
function splitSet(members: readonly SetMember[], hashes: readonly string[]): ChunkRange[] {
  const chunks: ChunkRange[] = [];
  for (let start = 0, end = 0; start < members.length; start = end) {
    let content = '';
    do {
      const member = members[end];
      if (member === undefined) break;
      const { notChecked, scope, direct, type, purl } = member;
      const facts = [hashes[end], notChecked, scope, direct, type, purl, ...optionalFacts(member, start)];
      content += JSON.stringify(facts);
      end += 1;
    } while (!isLastOfChunk(hashes[end - 1] ?? '') && end - start < CHUNK_MEMBERS_MAX);
    chunks.push({ sha256: hash('sha256', content), start, end });
  }
  return chunks;
}

const CHUNK_MEMBERS_MAX = 64;

function isLastOfChunk(sha256: string): boolean {
  return sha256.startsWith('0') || sha256.startsWith('8');
}

function toRanges(chunks: readonly ChunkRange[]): ChunkRange[][] {
  const ranges: ChunkRange[][] = [];
  let members = BATCH;
  for (const chunk of chunks) {
    if (members >= BATCH) {
      ranges.push([]);
      members = 0;
    }
    ranges.at(-1)?.push(chunk);
    members += chunk.end - chunk.start;
  }
  return ranges;
}

function toSummary(
  inventory: Inventory,
  { members, memberOf }: ComponentSet,
  of: { readonly chunks: readonly ChunkRange[]; readonly partCount: number; readonly traits: DocumentTraits },
): InventorySummary {
  const { chunks } = of;
  const setHash = createHash('sha256');
  for (const { sha256 } of chunks) setHash.update(sha256);
  const { graph, tool, serviceCount, warnings, claims } = inventory;
  return {
    kind: 'summary',
    setSha256: Uint8Array.from(setHash.digest()),
    graph,
    ...(tool !== undefined && { tool }),
    serviceCount,
    warnings,
    claimCount: claims.length,
    traits: of.traits,
    quality: rateSbom(inventory),
    groups: countGroups(members),
    memberCount: members.length,
    partCount: of.partCount,
    chunkHashes: Uint8Array.from(Buffer.from(chunks.map(({ sha256 }) => sha256).join(''), 'hex')),
    chunkStarts: Int32Array.from(chunks, ({ start }) => start),
    ownerPositions: [...new Set(members.flatMap(({ ownership, owners }) => (ownership === 'certain' ? owners : [])))],
    packed: packDocument({ ...inventory, positions: memberOf }),
  };
}

/** Omitted when absent, as in most documents. Owners are counted from the start of the chunk, so that they move with it. */
function optionalFacts({ ownership, owners, platform, inGraph }: SetMember, start: number): readonly unknown[] {
  const owned = ownership === null ? [] : [ownership, owners.map((position) => position - start)];
  return platform === null && inGraph === null ? owned : [...owned, { platform, inGraph }];
}

function toChunk(
  members: readonly SetMember[],
  hashes: readonly string[],
  { sha256, start, end }: ChunkRange,
): ComponentChunk {
  const chunk = members.slice(start, end);
  const sha256Of = (index: number): string => hashes[start + index] ?? '';
  const components = chunk.map((member, index) =>
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
  const held = chunk.map((member, index) => ({
    sha256: sha256Of(index),
    not_checked: member.notChecked,
    position: start + index,
    scope: member.scope,
    direct: member.direct,
    type: member.type,
    purl: member.purl,
    // Omitted from the text if undefined, as in most documents.
    platform: member.platform ?? undefined,
    in_graph: member.inGraph ?? undefined,
    owners: member.ownership === null ? undefined : member.owners,
    ownership: member.ownership ?? undefined,
  }));
  return { sha256, start, components, members: JSON.stringify(held) };
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
  const text = openPayload(bytes, form.path);
  const isLarge = text.byteLength > wholeParseBytesMax;
  const value = isLarge ? parseLargeJson(text, { path: toInnerPath(form.path) }) : parseWhole(text);
  const inventory = parseSbom(value, form);
  if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
  return inventory;
}

function parseWhole(bytes: Uint8Array): unknown {
  const parsed = parseJson(bytes);
  // The scanner has already accepted these bytes.
  if (parsed.kind === 'unreadable') throw SBOM_UNREADABLE({ problem: parsed.problem });
  return parsed.value;
}
