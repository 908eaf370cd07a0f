/** The possible faults of a provider. `spoil` applies those that only change the answer; the others prevent an answer. */
import type { ServerResponse } from 'node:http';
import type { Asked } from './asked.ts';
import type { Reply, SpokenProtocol } from './protocols.ts';

export const FAULTS = [
  'rate-limit',
  'server-error',
  'overloaded',
  'conflict',
  'unauthorized',
  'forbidden',
  'bad-request',
  'slow',
  'hang',
  'stall',
  'cut',
  'redirect',
  'not-the-protocol',
  'huge',
  'truncated',
  'broken-json',
  'fenced',
  'wrong-ids',
  'schema-violation',
  'extra-member',
  'refusal',
  'no-usage',
  'odd-name',
  'absurd-usage',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultSettings {
  readonly retryAfter: string;
  readonly slowMs: number;
  /** The key as it was sent, because some servers repeat it in their errors. */
  readonly key: string | undefined;
}

const STATUSES: Readonly<Partial<Record<Fault, number>>> = {
  'server-error': 500,
  overloaded: 529,
  conflict: 409,
  forbidden: 403,
  'bad-request': 400,
};

/** Returns true when it has responded, or never will. */
export function failInstead(
  fault: Fault | undefined,
  response: ServerResponse,
  { writeError }: SpokenProtocol,
  { retryAfter, key }: FaultSettings,
): boolean {
  const status = fault && STATUSES[fault];
  if (status !== undefined) return end(response, status, writeError('It does not work today.'));
  switch (fault) {
    case 'rate-limit':
      return end(response, 429, writeError('Too many requests.'), { 'retry-after': retryAfter });
    case 'unauthorized':
      return end(response, 401, writeError(`Incorrect API key provided: ${key ?? 'none'}.`));
    case 'redirect':
      return end(response, 307, {}, { location: '/elsewhere' });
    case 'not-the-protocol':
      return end(response, 200, { hello: 'world' });
    case 'huge':
      return end(response, 200, { filler: 'x'.repeat(2 * 1024 * 1024) });
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"choices":');
      setImmediate(() => response.destroy());
      return true;
    case 'stall':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"choices":');
      return true;
    default:
      return fault === 'hang';
  }
}

/** Returns the answer changed by the fault. */
export function spoil(fault: Fault | undefined, value: object, asked: Asked): Reply {
  const text = JSON.stringify(value);
  const reply: Reply = { text, end: 'stop', withUsage: fault !== 'no-usage' };
  switch (fault) {
    case 'truncated':
      return { ...reply, text: text.slice(0, text.length / 2), end: 'truncated' };
    case 'broken-json':
      return { ...reply, text: text.slice(0, text.length / 2) };
    case 'fenced':
      return { ...reply, text: `<think>{ hm }</think>Here it is:\n\`\`\`json\n${text}\n\`\`\`` };
    case 'refusal':
      return { ...reply, text: 'I cannot help with that.', end: 'refusal' };
    case 'schema-violation':
      return { ...reply, text: '{"preconditions":"none","exploitable":"perhaps"}' };
    case 'extra-member':
      return { ...reply, text: JSON.stringify({ ...value, tool: 'rm' }) };
    // The database cannot store the first value, and the accounting cannot use the second.
    case 'odd-name':
      return { ...reply, model: '\u0000\u202Efake-llm\ud800' };
    case 'absurd-usage':
      return { ...reply, tokens: Number.MAX_SAFE_INTEGER };
    case 'wrong-ids':
      return {
        ...reply,
        text: idsIn(asked).reduce((wrong, id) => wrong.replaceAll(`"${id}"`, id === 'k1' ? '"k2"' : '"k1"'), text),
      };
    default:
      return reply;
  }
}

function idsIn(asked: Asked): readonly string[] {
  return asked.purpose === 'facts' ? [] : [asked.data.item.id];
}

function end(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): true {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  return true;
}
