/**
 * One connection that hears what other transactions announce. It is a wake-up and nothing more: announcements are lost while it
 * is down and do not come through poolers that share connections, so whoever is woken also looks by itself now and then.
 */
import pg from 'pg';

export interface ListenOptions {
  readonly url: string;
  readonly channels: readonly string[];
  readonly onMessage: (channel: string, payload: string) => void;
  /** Also after a pause, in which anything may have been missed. */
  readonly onConnected: () => void;
  readonly onTrouble: (error: unknown) => void;
}

export interface Listener {
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;

/** Returns at once; a database that cannot be reached is tried again for as long as it takes. */
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
    // Not all processes at the same moment: they lost the same server.
    await untilAbortOr(signal, pauseMs * (0.5 + Math.random() / 2));
  }
}

/** Ends when the connection does, with the reason. */
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
