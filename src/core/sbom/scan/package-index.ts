/**
 * Positions of SPDX packages, so that the described package can be read again without keeping the others. Half a million packages
 * take about 10 MB: numbers only, no text.
 */
import type { ByteRange } from './byte-range.ts';
import { capture } from '../json/captured-text.ts';

const CAPACITY_AT_START = 64;

export class PackageIndex {
  size = 0;
  private hashes = new Int32Array(CAPACITY_AT_START);
  private idLengths = new Uint32Array(CAPACITY_AT_START);
  private starts = new Float64Array(CAPACITY_AT_START);
  private ends = new Float64Array(CAPACITY_AT_START);

  add(idHash: number, idLength: number, range: ByteRange): void {
    if (this.size === this.hashes.length) this.grow();
    this.hashes[this.size] = idHash;
    this.idLengths[this.size] = idLength;
    this.starts[this.size] = range.start;
    this.ends[this.size] = range.end;
    this.size += 1;
  }

  /** Packages that may have this id, at most `max`. Equal hashes are no proof, so the reader has to compare. */
  find(id: string, max: number): readonly ByteRange[] {
    const wanted = capture(id);
    const found: ByteRange[] = [];
    for (let i = 0; i < this.size && found.length < max; i += 1) {
      if (this.hashes[i] !== wanted.hash || this.idLengths[i] !== wanted.length) continue;
      found.push({ start: this.starts[i] ?? 0, end: this.ends[i] ?? 0 });
    }
    return found;
  }

  private grow(): void {
    const capacity = this.hashes.length * 2;
    this.hashes = copyInto(new Int32Array(capacity), this.hashes);
    this.idLengths = copyInto(new Uint32Array(capacity), this.idLengths);
    this.starts = copyInto(new Float64Array(capacity), this.starts);
    this.ends = copyInto(new Float64Array(capacity), this.ends);
  }
}

function copyInto<Numbers extends Int32Array | Uint32Array | Float64Array>(target: Numbers, source: Numbers): Numbers {
  target.set(source);
  return target;
}
