/** Words for a version range: `>= 2.13.0, < 2.15.0` is "2.13.0 up to before 2.15.0". */

const BOUND = /^(>=|>|<=|<|=) ?(\S+)$/;

/** Anything but a plain range is returned unchanged. */
export function describeRange(range: string): string {
  return range
    .split(/ \|\| /)
    .map(describeOne)
    .join(', or ');
}

function describeOne(range: string): string {
  const bounds = range.split(/, ?/).map((text) => BOUND.exec(text.trim()));
  if (bounds.some((bound) => bound === null) || bounds.length > 2) return range;
  const [first, second] = bounds.map((bound) => ({ sign: bound?.[1] ?? '', version: bound?.[2] ?? '' }));
  if (first === undefined) return range;
  if (second === undefined) return SINGLE_BOUND_TEXTS[first.sign]?.(first.version) ?? range;
  const from = FROM[first.sign]?.(first.version);
  const to = TO[second.sign]?.(second.version);
  return from === undefined || to === undefined ? range : `${from} ${to}`;
}

type BoundTexts = Readonly<Record<string, (version: string) => string>>;

const SINGLE_BOUND_TEXTS: BoundTexts = {
  '<': (version) => `all before ${version}`,
  '<=': (version) => `all up to ${version}`,
  '>=': (version) => `${version} and all after it`,
  '>': (version) => `all after ${version}`,
  '=': (version) => `${version} alone`,
};
const FROM: BoundTexts = { '>=': (version) => version, '>': (version) => `after ${version}` };
const TO: BoundTexts = { '<': (version) => `up to before ${version}`, '<=': (version) => `up to ${version}` };
