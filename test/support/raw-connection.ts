/**
 * A raw connection to a server, for clients that break the rules: half a body, a byte a second, two requests in one. Whatever the
 * server does (a response, a close, a reset) is a result to check, never an exception.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { cutAnswer, type RawAnswer } from './raw-answer.ts';
import { toBytes, type RawRequest } from './raw-request.ts';

export class RawConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => {};
  /** Resolves when the other side has closed the connection. */
  readonly closed: Promise<void>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    // A reset is one of the ways in which a server closes the connection; 'close' follows.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
      resolve();
    });
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true });
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when the bytes are sent, or when the connection is closed. */
  async write(bytes: string | Uint8Array): Promise<void> {
    if (this.#socket.writable) await new Promise<void>((resolve) => this.#socket.write(bytes, () => resolve()));
  }

  /** Returns the next complete response, or undefined when the server closed without one. */
  async nextAnswer(method = 'GET'): Promise<RawAnswer | undefined> {
    for (;;) {
      const cut = cutAnswer(this.#received, { method, closed: this.#isClosed });
      if (cut !== undefined) {
        this.#received = cut.rest;
        return cut.answer;
      }
      if (this.#isClosed) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
  }

  /** Disconnects without notice, as a killed client does. */
  destroy(): void {
    this.#socket.destroy();
  }
}

/** Sends one request, returns its response, and closes the connection. */
export async function exchange(url: string, request: RawRequest): Promise<RawAnswer> {
  const connection = await RawConnection.open(url);
  try {
    // Not awaited: an early response may arrive while the body is still being sent.
    void connection.write(toBytes(request));
    const answer = await connection.nextAnswer(request.method);
    if (answer === undefined) throw new Error(`The server closed the connection without an answer.`);
    return answer;
  } finally {
    connection.destroy();
  }
}
