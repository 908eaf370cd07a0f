/** The connection of a client command: address and token from options or the environment, never from the value of an option. */
import { readFile } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { createClient, type AssayClient } from '../../client/assay-client.ts';
import { loadClientEnvironment } from '../../config/client-environment.ts';
import { messageOf, quote } from '../../core/errors.ts';
import { createProxyAgent, findProxy } from '../../outbound/proxy.ts';
import { DOCUMENT_UNREADABLE, USAGE_INVALID } from '../errors.ts';
import { toNumber } from './to-number.ts';

export interface AddressOptions {
  readonly url: string | undefined;
  readonly 'token-file': string | undefined;
}

export interface ConnectionOptions extends AddressOptions {
  readonly retries: string;
  readonly timeout: string;
}

interface ConnectionFrame {
  readonly signal?: AbortSignal;
  /** Prints why a request takes longer. */
  readonly note?: (line: string) => void;
}

export async function connect(
  values: ConnectionOptions,
  { signal, note = print }: ConnectionFrame = {},
): Promise<AssayClient> {
  const address = await findAddress(values);
  const agent = findProxyAgent(address.url);
  return createClient({
    ...address,
    ...(agent !== undefined && { agent }),
    attempts: toNumber('--retries', values.retries, { min: 0, max: 20 }) + 1,
    timeoutMs: toNumber('--timeout', values.timeout, { min: 1, max: 3_600 }) * 1_000,
    ...(signal !== undefined && { signal }),
    onRetry: ({ problem, pauseMs }) => note(`${problem} Retrying in ${Math.ceil(pauseMs / 1_000)} s.`),
  });
}

export async function findAddress(values: AddressOptions): Promise<{ readonly url: string; readonly token: string }> {
  const client = loadClientEnvironment();
  const url = values.url ?? client.url;
  if (url === undefined) throw USAGE_INVALID({ problem: 'The URL of Assay is missing. Set ASSAY_URL or --url.' });
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw USAGE_INVALID({ problem: `${quote(url)} is not the URL of an Assay. Example: https://assay.example.com.` });
  const file = values['token-file'];
  const token = file === undefined ? client.token : await readToken(file);
  if (token === undefined || token === '')
    throw USAGE_INVALID({ problem: 'The token is missing. Set ASSAY_TOKEN or --token-file.' });
  return { url, token };
}

function findProxyAgent(url: string): Agent | undefined {
  const { proxy } = loadClientEnvironment();
  const wrong = [proxy.http, proxy.https].find((each) => each !== undefined && !URL.canParse(each));
  if (wrong !== undefined)
    throw USAGE_INVALID({
      problem: `${quote(wrong)} in HTTP_PROXY or HTTPS_PROXY is not a URL. Example: http://proxy:3128.`,
    });
  const target = new URL(url);
  const used = findProxy(target, proxy);
  return used && createProxyAgent(target, used);
}

async function readToken(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw DOCUMENT_UNREADABLE({ file, reason: messageOf(error) }, { cause: error });
  });
  return text.trim();
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
