/** A client for server-sent events over a real connection, which stores the received messages. */
import type { TestAssay } from './test-assay.ts';

export interface StreamedMessage {
  /** The id from which to resume after this message. */
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly retry: string | undefined;
  readonly comment: string | undefined;
}

export interface EventStream {
  readonly response: Response;
  readonly messages: readonly StreamedMessage[];
  /** Returns the ids of the messages with data. */
  eventIds(): string[];
  lastId(): string | undefined;
  /** Resolves as soon as the condition is true. */
  until(isDone: (messages: readonly StreamedMessage[]) => boolean): Promise<void>;
  /** Resolves when the server has ended the stream or the connection broke. */
  readonly ended: Promise<void>;
  close(): void;
}

export async function openEventStream(
  assay: Pick<TestAssay, 'request'>,
  options: { readonly token?: string; readonly query?: string; readonly lastId?: string | undefined } = {},
): Promise<EventStream> {
  const ending = new AbortController();
  const response = await assay.request(`/api/v2/event/stream${options.query ?? ''}`, {
    ...(options.token !== undefined && { token: options.token }),
    headers: options.lastId === undefined ? {} : { 'last-event-id': options.lastId },
    signal: ending.signal,
  });
  const messages: StreamedMessage[] = [];
  const waiting = new Set<() => void>();
  const ended = response.ok ? read() : Promise.resolve();

  async function read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const piece of response.body ?? []) {
        text += decoder.decode(piece as Uint8Array, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        messages.push(...blocks.map(toMessage));
        for (const look of waiting) look();
      }
    } catch {
      // The connection was closed by the client or by the server.
    }
  }

  return {
    response,
    messages,
    eventIds: () =>
      messages.flatMap(({ id, data }) => (id !== undefined && data !== undefined ? [String(data['id'])] : [])),
    lastId: () => messages.findLast(({ id }) => id !== undefined)?.id,
    until: async (isDone) => {
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (!isDone(messages)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    ended,
    close: () => ending.abort(),
  };
}

function toMessage(block: string): StreamedMessage {
  const lines = block.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  const fields = Object.fromEntries(lines);
  const data = fields['data'];
  return {
    id: fields['id'],
    event: fields['event'],
    data: data === undefined ? undefined : (JSON.parse(data) as Record<string, unknown>),
    retry: fields['retry'],
    comment: fields[''],
  };
}
