/**
 * Content negotiation: compares the Accept header with the offered types. Without a match, or without a header, the first offered
 * type is used: a JSON response is more helpful than a 406.
 * https://www.rfc-editor.org/rfc/rfc9110#field.accept
 */

const RANGE = /^\s*([^\s;,]+)\s*(?:;(.*))?$/;
const QUALITY = /^\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*$/i;

export function chooseType<const Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type {
  let chosen = offered[0];
  let best = qualityOf(accept, offered[0], WITH_WILDCARDS);
  for (const type of offered.slice(1)) {
    // Wildcards select only the first type.
    const quality = qualityOf(accept, type, BY_NAME);
    if (quality > best) [chosen, best] = [type, quality];
  }
  return chosen;
}

const BY_NAME = false;
const WITH_WILDCARDS = true;

/** Returns the highest quality among the matching ranges, or zero if none match. */
function qualityOf(accept: string | undefined, type: string, withWildcards: boolean): number {
  const names = withWildcards ? [type, '*/*', `${type.split('/', 1)[0] ?? ''}/*`] : [type];
  let best = 0;
  for (const part of (accept ?? '').slice(0, ACCEPT_CHARACTERS_MAX).split(',')) {
    const [, name = '', parameters = ''] = RANGE.exec(part) ?? [];
    if (!names.includes(name.toLowerCase())) continue;
    const stated = parameters.split(';').map((parameter) => QUALITY.exec(parameter)?.[1]);
    best = Math.max(best, Number(stated.find((quality) => quality !== undefined) ?? 1));
  }
  return best;
}

const ACCEPT_CHARACTERS_MAX = 1_000;
