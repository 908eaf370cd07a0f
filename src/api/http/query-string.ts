/**
 * Parses the query string. Fastify's parser keeps `%ZZ` as text and turns repeated parameters into lists, and a parser that
 * throws ends the process. So this one never throws: it records the problem, and the request is rejected later, in the right
 * order of checks.
 */
export const QUERY_PROBLEM = Symbol('query problem');

export interface ParsedQuery {
  [QUERY_PROBLEM]?: { readonly kind: 'encoding' | 'repeated'; readonly name: string };
  [name: string]: string | string[];
}

/** The only parameter that can be repeated. */
const REPEATABLE = 'tag';
const PARAMETERS_MAX = 100;

export function parseQueryString(text: string): ParsedQuery {
  const query = Object.create(null) as ParsedQuery;
  if (text === '') return query;
  for (const pair of text.split('&', PARAMETERS_MAX)) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const encodedName = equals === -1 ? pair : pair.slice(0, equals);
    const name = decode(encodedName);
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) {
      query[QUERY_PROBLEM] = { kind: 'encoding', name: name ?? encodedName };
      return query;
    }
    const earlier = query[name];
    if (earlier === undefined) query[name] = value;
    else if (name === REPEATABLE) query[name] = [...(Array.isArray(earlier) ? earlier : [earlier]), value];
    else query[QUERY_PROBLEM] ??= { kind: 'repeated', name };
  }
  return query;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
