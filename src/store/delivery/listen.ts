/**
 * A connection that listens for NOTIFY. Notifications are lost while it is down and do not pass through poolers that share
 * connections, so listeners must also poll from time to time.
 */
import pg from 'pg';

interface ListenOptions {
  readonly url: string;
  readonly channels: readonly string[];
  readonly onMessage: (channel: string, payload: string) => void;
  /** Also called after a reconnect, because notifications may have been missed. */
  readonly onConnected: () => void;
  readonly onTrouble: (error: unknown) => void;
}

export interface Listener {
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;

/** Returns at once, and retries without limit while the database cannot be reached. */
export function listen(options: ListenOptions): Listener {
  const ending = new AbortController();
  const done = keepListening(options, ending.signal);
  return {
    stop: async () => {
      ending.abort();
      await done;
    },
  };
}

async function keepListening(options: ListenOptions, signal: AbortSignal): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    const connected = (): void => {
      pauseMs = FIRST_PAUSE_MS;
      options.onConnected();
    };
    const error = await listenOnce({ ...options, onConnected: connected }, signal);
    if (signal.aborted) return;
    options.onTrouble(error);
    // Jitter, so that processes that lost the same server do not reconnect at the same moment.
    await untilAbortOr(signal, pauseMs * (0.5 + Math.random() / 2));
  }
}

/** Resolves with the reason when the connection ends. */
async function listenOnce(options: ListenOptions, signal: AbortSignal): Promise<unknown> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'assay-listen',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
  const stop = (): void => end(undefined);
  client.on('error', end);
  client.on('end', () => end(new Error('The connection was closed.')));
  signal.addEventListener('abort', stop);
  client.on('notification', ({ channel, payload }) => options.onMessage(channel, payload ?? ''));
  try {
    await client.connect();
    await client.query(options.channels.map((channel) => `listen ${client.escapeIdentifier(channel)}`).join('; '));
    options.onConnected();
    return await ended;
  } catch (error) {
    return error;
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => {});
  }
}

async function untilAbortOr(signal: AbortSignal, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish, { once: true });
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
  });
}
