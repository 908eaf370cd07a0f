/** Open objects and arrays on an explicit stack, with the path to the current position. */
import { quote } from '../../errors.ts';
import { KEPT_BYTES_MAX, decodeKept, type CapturedText } from './captured-text.ts';
import { KNOWN_NAMES_MAX } from './known-names.ts';

const NAMES_COMPARED_MAX = 32;

/**
 * Member names of all open objects, to detect duplicates. Known names are compared by their number. Of the others, the first 32
 * of an object are compared by hash, and a hit by its bytes. Larger objects use a `Set`: its string hash is seeded per process, so
 * that prepared colliding names cannot make parsing quadratic.
 *
 * Names above `KEPT_BYTES_MAX` are equal if their kept bytes, length and two hashes are equal. This keeps memory small, and a
 * deliberate collision only affects the document that contains it.
 */
export class MemberNames {
  private readonly objects: ObjectNames[] = [];

  /** Starts an object at this depth. */
  open(depth: number): void {
    this.at(depth).clear();
  }

  /** The object at this depth. */
  at(depth: number): ObjectNames {
    return (this.objects[depth] ??= new ObjectNames());
  }

  /** The latest name of the object at this depth; a very long name is truncated. */
  latestAt(depth: number): string {
    return this.at(depth).latest();
  }
}

/** Reused for all objects at one depth. */
class ObjectNames {
  /** Including duplicates. */
  members = 0;
  private names = 0;
  private latestPlace = 0;
  private latestKnown: CapturedText | undefined;
  /** Of the current object among all at this depth. */
  private number = 0;
  /** For each known name, the number of the last object that has it. */
  private readonly objectWith = new Int32Array(KNOWN_NAMES_MAX);
  // One more slot than is compared: for the latest name of a large object.
  private readonly hashes = new Int32Array(NAMES_COMPARED_MAX + 1);
  private readonly tailHashes = new Int32Array(NAMES_COMPARED_MAX + 1);
  private readonly lengths = new Int32Array(NAMES_COMPARED_MAX + 1);
  private readonly bytes = new Uint8Array((NAMES_COMPARED_MAX + 1) * KEPT_BYTES_MAX);
  private keys: Set<string> | undefined;

  clear(): void {
    this.number += 1;
    this.members = 0;
    this.names = 0;
    this.keys = undefined;
  }

  /** False if the object already has a member with this name. */
  add(name: CapturedText): boolean {
    this.members += 1;
    if (name.known !== -1) {
      this.latestKnown = name;
      if (this.objectWith[name.known] === this.number) return false;
      this.objectWith[name.known] = this.number;
      return true;
    }
    this.latestKnown = undefined;
    if (this.names === NAMES_COMPARED_MAX) return this.addToLarge(name);

    for (let place = 0; place < this.names; place += 1) {
      if (this.hashes[place] === name.hash && this.isSame(place, name)) {
        this.latestPlace = place;
        return false;
      }
    }
    this.keep(this.names, name);
    this.names += 1;
    return true;
  }

  latest(): string {
    if (this.latestKnown !== undefined) return this.latestKnown.decode();
    const start = this.latestPlace * KEPT_BYTES_MAX;
    return decodeKept(this.bytes, start, start + this.keptLengthAt(this.latestPlace));
  }

  private keep(place: number, name: CapturedText): void {
    this.latestPlace = place;
    this.hashes[place] = name.hash;
    this.tailHashes[place] = name.tailHash;
    this.lengths[place] = name.length;
    const start = place * KEPT_BYTES_MAX;
    const kept = this.keptLengthAt(place);
    for (let i = 0; i < kept; i += 1) this.bytes[start + i] = name.bytes[i] ?? 0;
  }

  private isSame(place: number, name: CapturedText): boolean {
    if (this.lengths[place] !== name.length || this.tailHashes[place] !== name.tailHash) return false;
    const start = place * KEPT_BYTES_MAX;
    const kept = this.keptLengthAt(place);
    for (let i = 0; i < kept; i += 1) {
      if (this.bytes[start + i] !== name.bytes[i]) return false;
    }
    return true;
  }

  private addToLarge(name: CapturedText): boolean {
    this.keys ??= new Set(Array.from({ length: this.names }, (_, place) => this.keyAt(place)));
    this.keep(NAMES_COMPARED_MAX, name);
    const key = this.keyAt(NAMES_COMPARED_MAX);
    if (this.keys.has(key)) return false;
    this.keys.add(key);
    return true;
  }

  // One UTF-16 unit per byte: decoding would make two different lone surrogates equal.
  private keyAt(place: number): string {
    const start = place * KEPT_BYTES_MAX;
    const bytes = this.bytes.subarray(start, start + this.keptLengthAt(place));
    const kept: string = Reflect.apply(String.fromCharCode, undefined, bytes);
    const length = this.lengths[place] ?? 0;
    return length <= KEPT_BYTES_MAX ? kept : `${kept} ${length} ${this.hashes[place]} ${this.tailHashes[place]}`;
  }

  private keptLengthAt(place: number): number {
    return Math.min(this.lengths[place] ?? 0, KEPT_BYTES_MAX);
  }
}

const PATH_CHARACTERS_MAX = 256;

export class OpenContainers {
  /** 0 outside the document, 1 inside the top-level value. */
  depth = 0;
  readonly names = new MemberNames();
  private readonly arrays: Uint8Array;
  private readonly elements: Int32Array;

  constructor(depthMax: number) {
    this.arrays = new Uint8Array(depthMax + 1);
    this.elements = new Int32Array(depthMax + 1);
  }

  openArray(): void {
    this.depth += 1;
    this.arrays[this.depth] = 1;
    this.elements[this.depth] = 0;
  }

  openObject(): void {
    this.depth += 1;
    this.arrays[this.depth] = 0;
    this.names.open(this.depth);
  }

  close(): void {
    this.depth -= 1;
  }

  isInArray(): boolean {
    return this.arrays[this.depth] === 1;
  }

  nextElement(): void {
    this.elements[this.depth] = (this.elements[this.depth] ?? 0) + 1;
  }

  /** JSON pointer (RFC 6901) of the current value, shortened and escaped for display in a response. */
  pathToValue(): string {
    return this.path(this.depth);
  }

  /** JSON pointer of the innermost open container, for errors between its members. */
  pathToContainer(): string {
    return this.path(this.depth - 1);
  }

  private path(depth: number): string {
    let path = '';
    for (let level = 1; level <= depth; level += 1) {
      path += this.arrays[level] === 1 ? `/${this.elements[level] ?? 0}` : `/${toSegment(this.names.latestAt(level))}`;
      if (path.length > PATH_CHARACTERS_MAX) return `${path.slice(0, PATH_CHARACTERS_MAX - 1)}…`;
    }
    return path;
  }
}

function toSegment(name: string): string {
  return quote(name).slice(1, -1).replaceAll('~', '~0').replaceAll('/', '~1');
}
