/**
 * While a list is scrolled, fills only a few rows in each frame: a page that arrives then, or a jump, would otherwise fill all
 * visible rows in one frame, which takes much longer than the frames around it.
 */
import { useEffect, useReducer, useRef } from 'react';
import { limitFilled } from './limit-filled.ts';

/** Returns which of the loaded rows to fill now. `loaded` is in the order in which the rows become visible. */
export function useGradualRows(loaded: readonly number[], isScrolling: boolean): ReadonlySet<number> {
  const before = useRef<ReadonlySet<number>>(new Set());
  const [, fillMore] = useReducer((count: number) => count + 1, 0);
  // Rendering again with the same rows gives the same result, because only a commit changes the ref.
  // oxlint-disable-next-line react/refs
  const filled = isScrolling ? limitFilled(loaded, before.current) : new Set(loaded);
  const isPartial = filled.size < loaded.length;
  useEffect(() => {
    before.current = filled;
    if (!isPartial) return undefined;
    // The next frame, unless scrolling renders the list in it anyway.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(fillMore);
    });
    return () => cancelAnimationFrame(frame);
  });
  return filled;
}
