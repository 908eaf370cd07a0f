/** Open objects and arrays on an explicit stack, with the path to the current position. */
import { quote } from '../../errors.ts';
import { MemberNames } from './member-names.ts';

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
