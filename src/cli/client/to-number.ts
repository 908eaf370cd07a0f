import { quote } from '../../core/errors.ts';
import { USAGE_INVALID } from '../errors.ts';

/** Parses the value of an option. */
export function toNumber(
  option: string,
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw USAGE_INVALID({
    problem: `${quote(text)} is not valid for ${option}. Use a whole number from ${min} to ${max}.`,
  });
}
