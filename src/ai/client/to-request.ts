/** Encodes a question as an HTTP request: address, headers and body. The preview uses the same function as the call. */
import type { Provider } from '../../core/vocabulary/ai.ts';
import type { ModelSettings, ProviderProtocol } from '../providers/provider.ts';
import { ALL_ABILITIES, type Abilities } from '../providers/abilities.ts';
import { anthropic } from '../providers/anthropic.ts';
import { openaiCompatible } from '../providers/openai-compatible.ts';
import type { Question } from '../questions/question.ts';

export const PROTOCOLS: Readonly<Record<Provider, ProviderProtocol>> = {
  'openai-compatible': openaiCompatible,
  anthropic,
};

export interface ModelRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A null key means that there is none, as with most local models. */
export function toRequest(
  question: Question,
  settings: ModelSettings,
  key: string | null,
  abilities: Abilities,
): ModelRequest {
  const protocol = PROTOCOLS[settings.provider];
  return {
    url: toUrl(settings.baseUrl, protocol.path),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...protocol.headers,
      ...toKeyHeader(settings.apiKeyHeader ?? protocol.keyHeader, key),
    },
    body: JSON.stringify(protocol.toBody(question, settings, abilities)),
  };
}

export interface DescribedRequest extends Omit<ModelRequest, 'url'> {
  readonly method: 'POST';
  readonly url: string;
}

/** Returns exactly the request that would be sent, except for the key. */
export function describeRequest(
  question: Question,
  settings: ModelSettings,
  abilities: Abilities = ALL_ABILITIES,
): DescribedRequest {
  const { url, headers, body } = toRequest(question, settings, '***', abilities);
  return { method: 'POST', url: url.href, headers, body };
}

const HEADER_NAME = /^[A-Za-z0-9-]{1,64}$/;
/** Headers that control how the message is read; a key in one of them would change the message. */
const RESERVED_HEADERS = new Set([
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'accept',
  'accept-encoding',
  'user-agent',
  'keep-alive',
  'anthropic-version',
]);

/** Whether a header may carry the key. */
export function isKeyHeader(name: string): boolean {
  return HEADER_NAME.test(name) && !RESERVED_HEADERS.has(name.toLowerCase());
}

const KEY = /^[\x21-\x7e]+$/;

/** Whether a key can be sent at all: a header accepts only visible ASCII. */
export function isSendableKey(key: string): boolean {
  return KEY.test(key);
}

function toKeyHeader(name: string, key: string | null): Readonly<Record<string, string>> {
  if (key === null) return {};
  const lower = name.toLowerCase();
  return { [lower]: lower === 'authorization' ? `Bearer ${key}` : key };
}

/** Keeps the query, because some gateways need one. Removes credentials from the address. */
function toUrl(baseUrl: string, path: string): URL {
  const url = new URL(baseUrl);
  const base = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname;
  url.pathname = `${base}${path}`;
  url.hash = '';
  url.username = '';
  url.password = '';
  return url;
}
