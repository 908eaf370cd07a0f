/**
 * A fake model provider on loopback. It accepts only the requests that it expects, counts everything, and fails and answers in
 * the configured way.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { readAsked, type Asked } from './asked.ts';
import { failInstead, spoil, type Fault } from './faults.ts';
import type { Phrase } from './honest-reader.ts';
import { answerAs, type Personality } from './personalities.ts';
import { anthropic, openai, type SpokenProtocol } from './protocols.ts';

export interface FakeLlmBehavior {
  readonly personality: Personality;
  /** One fault for all requests, or one for each until the list ends; undefined means no fault. */
  readonly faults: Fault | readonly (Fault | undefined)[];
  /**
   * Parameters rejected with a 400 that names them: `json_schema`, `json_object`, `tools`, `temperature`, `seed`, `max_tokens`,
   * `reasoning_effort`, `thinking`, `adaptive`, `output_config`, `output_config.format`.
   */
  readonly unknown: readonly string[];
  readonly retryAfter: string;
  readonly slowMs: number;
  /** Additional phrases for the honest reader. */
  readonly phrases: readonly Phrase[];
}

export interface FakeLlmOptions extends Partial<FakeLlmBehavior> {
  readonly protocol?: 'openai-compatible' | 'anthropic';
  /** Required in every request; undefined accepts any key, or none. */
  readonly key?: string;
}

export interface FakeLlmRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Undefined when the request was not as expected. */
  readonly asked: Asked | undefined;
}

export interface FakeLlm {
  /** The base URL for the settings. */
  readonly url: string;
  readonly requests: readonly FakeLlmRequest[];
  readonly connections: number;
  /** Unexpected requests; each was answered with 400. */
  readonly problems: readonly string[];
  /** Changes the behavior from now on; a list of faults starts again. */
  behave(changes: Partial<FakeLlmBehavior>): void;
  close(): Promise<void>;
}

const DEFAULTS: FakeLlmBehavior = {
  personality: 'honest',
  faults: [],
  unknown: [],
  retryAfter: '1',
  slowMs: 100,
  phrases: [],
};

export async function startFakeLlm({ protocol, key, ...given }: FakeLlmOptions = {}): Promise<FakeLlm> {
  const spoken = protocol === 'anthropic' ? anthropic : openai;
  const requests: FakeLlmRequest[] = [];
  const problems: string[] = [];
  let behavior: FakeLlmBehavior = { ...DEFAULTS, ...given };
  let connections = 0;
  let faultsUsed = 0;

  const nextFault = (): Fault | undefined => {
    if (typeof behavior.faults === 'string') return behavior.faults;
    faultsUsed += 1;
    return behavior.faults[faultsUsed - 1];
  };
  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = (await buffer(request)).toString();
    const { problem, asked, uses, isText = false } = readRequest(request, text, spoken);
    requests.push({ path: request.url ?? '', headers: request.headers, text, asked });
    if (problem !== undefined || asked === undefined) {
      problems.push(problem ?? 'nothing was asked');
      return send(response, 400, spoken.writeError(`It is not as expected: ${problem ?? ''}`));
    }
    const sentKey = spoken.keyOf(request.headers);
    if (key !== undefined && sentKey !== key) return send(response, 401, spoken.writeError('Wrong key.'));
    const refused = behavior.unknown.find((name) => uses.includes(name));
    if (refused !== undefined) return send(response, 400, refusalOf(refused, spoken));
    const fault = nextFault();
    const { retryAfter, slowMs, personality, phrases } = behavior;
    if (failInstead(fault, response, spoken, { retryAfter, slowMs, key: sentKey })) return;
    if (fault === 'slow') await delay(slowMs, undefined, { ref: false });
    const value = answerAs(personality, asked, { phrases, earlier: requests.length - 1 });
    send(response, 200, spoken.write({ ...spoil(fault, value, asked), isText }));
  };

  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${spoken.base}`,
    requests,
    problems,
    get connections() {
      return connections;
    },
    behave: (changes) => {
      behavior = { ...behavior, ...changes };
      if (changes.faults !== undefined) faultsUsed = 0;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface ReadRequest {
  readonly problem?: string;
  readonly asked?: Asked;
  readonly uses: readonly string[];
  readonly isText?: boolean;
}

function readRequest({ method, url, headers }: IncomingMessage, text: string, spoken: SpokenProtocol): ReadRequest {
  const problems = [
    ...(method === 'POST' ? [] : [`the method is ${method ?? ''}`]),
    ...(url === spoken.path ? [] : [`the path is ${url ?? ''}`]),
    ...(headers['content-type'] === 'application/json' ? [] : ['the content is not JSON']),
    ...(headers['content-length'] === String(Buffer.byteLength(text)) ? [] : ['the length is not said']),
    ...spoken.problemsOf(headers),
  ];
  if (problems.length > 0) return { problem: problems.join('; '), uses: [] };
  try {
    const { user, ...used } = spoken.read(JSON.parse(text));
    return { asked: readAsked(user), ...used };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), uses: [] };
  }
}

const PARAMETERS: Readonly<Record<string, string>> = { json_schema: 'response_format', json_object: 'response_format' };

function refusalOf(name: string, { writeError }: SpokenProtocol): object {
  const parameter = PARAMETERS[name] ?? name;
  const cure = name === 'max_tokens' ? " Use 'max_completion_tokens' instead." : '';
  return writeError(`Unsupported parameter: '${parameter}' is not supported with this model.${cure}`, parameter);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
