/** Texts for a version range: `>= 2.13.0, < 2.15.0` is "from 2.13.0 before 2.15.0". */

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
  '<': (version) => `before ${version}`,
  '<=': (version) => `${version} and earlier`,
  '>=': (version) => `${version} and later`,
  '>': (version) => `after ${version}`,
  '=': (version) => `only ${version}`,
};
const FROM: BoundTexts = { '>=': (version) => `from ${version}`, '>': (version) => `after ${version}` };
const TO: BoundTexts = { '<': (version) => `before ${version}`, '<=': (version) => `through ${version}` };
