/** Reproducible random numbers: a test prints its seed, and the same seed makes the same choices. */

export interface SeededRandom {
  /** From 0 up to, but excluding, 1. */
  next(): number;
  /** An integer, with both ends included. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
}

/** Mulberry32, by Tommy Ettinger (public domain): 32 bits of state, plenty for choosing when to kill a process. */
export function createRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
  };
}
