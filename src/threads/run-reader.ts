/**
 * The elements of a long list, parsed one run at a time during iteration. Runs are used because parsing many small texts takes
 * longer than one text of the same total size.
 */
import assert from 'node:assert/strict';
import { COMMA } from '../core/sbom/json/bytes.ts';
import { parseValue } from './parse-value.ts';
import type { ElementRuns } from './split-document.ts';
import { refuseWhenHalfFull } from './thread-memory.ts';

export class RunReader {
  private readonly bytes: Uint8Array;
  private readonly runs: ElementRuns;
  private readonly path: string;
  private run = -1;
  private first = 0;
  private elements: readonly unknown[] = [];

  constructor(bytes: Uint8Array, runs: ElementRuns, path: string) {
    this.bytes = bytes;
    this.runs = runs;
    this.path = path;
  }

  /** Reading elements out of order parses a run for each. */
  readonly read = (index: number): unknown => {
    const isHere = index >= this.first && index < this.first + this.elements.length;
    if (!isHere) this.load(index === this.first + this.elements.length ? this.run + 1 : this.findRun(index));
    return this.elements[index - this.first];
  };

  private findRun(index: number): number {
    return this.runs.firsts.findLastIndex((first) => first <= index);
  }

  private load(run: number): void {
    const { firsts, length } = this.runs;
    const first = firsts[run] ?? length;
    const end = firsts[run + 1] ?? length;
    // Releases the previous run before parsing this one. Only the last element of a run can be large.
    this.elements = [];
    refuseWhenHalfFull();
    this.elements = parseValue(this.bytesOf(run), 'elements', `${this.path}/${end - 1}`) as readonly unknown[];
    assert(this.elements.length === end - first, 'A run has the elements that were counted.');
    this.run = run;
    this.first = first;
  }

  private bytesOf(run: number): Uint8Array {
    const { starts, end } = this.runs;
    const next = starts[run + 1];
    return this.bytes.subarray(starts[run], next === undefined ? end : this.bytes.lastIndexOf(COMMA, next - 1));
  }
}
