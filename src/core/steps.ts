/** Long work that yields after each piece, so that whoever runs it can do something else in between. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all pieces at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
