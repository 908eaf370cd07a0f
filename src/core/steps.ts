/** Long-running work as a generator that yields after each step, so that the caller can do other work in between. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps without a pause. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
