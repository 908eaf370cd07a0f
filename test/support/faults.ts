/** Faults of a bucket, or of the network in between: each turns a good response into a bad one. */
import { gzipSync } from 'node:zlib';
import type { Behavior } from './bucket-server.ts';
import { writeZip } from './zip-writer.ts';

const PAGE = '<!doctype html><title>Sign in</title>\n';
const BOMB_BYTES = 64 * 1024 ** 2;

export type Fault = keyof typeof FAULTS;

/** Creates a new behavior each time, because some change after the first request. */
export function toBehavior(fault: Fault, body: Uint8Array): Behavior {
  return FAULTS[fault](body);
}

const FAULTS = {
  /** The connection breaks after half of the announced bytes. */
  cut: (body) => (_, response) => {
    response.writeHead(200, { 'content-length': body.length });
    response.write(half(body), () => response.destroy());
  },
  /** Sends half of the file as if it were complete. */
  half: (body) => (_, response) => void response.end(half(body)),
  'bit-flip': (body) => (_, response) => void response.end(flipped(body)),
  empty: () => (_, response) => void response.end(),
  html: () => (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
  /** The right bytes with the wrong content type. */
  'wrong-type': (body) => (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/x-www-form-urlencoded' }).end(body),
  missing: () => (_, response) => void response.writeHead(404).end('Nothing here.'),
  forbidden: () => (_, response) => void response.writeHead(403).end('Not for you.'),
  'busy-once': (body) => {
    let calls = 0;
    return (_, response) => {
      calls += 1;
      if (calls === 1) response.writeHead(500).end();
      else response.end(body);
    };
  },
  busy: () => (_, response) => void response.writeHead(503).end(),
  /** Sends everything, but slowly. */
  slow: (body) => (_, response) => {
    response.writeHead(200, { 'content-length': body.length });
    const step = Math.ceil(body.length / 10);
    let position = 0;
    const timer = setInterval(() => {
      response.write(body.subarray(position, position + step));
      position += step;
      if (position >= body.length) response.end();
    }, 20);
    response.on('close', () => clearInterval(timer));
  },
  /** Accepts the request and never responds. */
  silent: () => () => {},
  redirect: () => (_, response) => void response.writeHead(302, { location: 'http://localhost:1/' }).end(),
  /** Small on the wire, large in memory. */
  bomb: () => (_, response) => void response.end(gzipSync(Buffer.alloc(BOMB_BYTES))),
  'zip-bomb': () => (_, response) =>
    void response.end(writeZip([{ name: 'CVE-2024-0001.json', content: Buffer.alloc(BOMB_BYTES) }])),
} satisfies Record<string, (body: Uint8Array) => Behavior>;

function half(body: Uint8Array): Uint8Array {
  return body.subarray(0, Math.floor(body.length / 2));
}

function flipped(body: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(body);
  const middle = Math.floor(copy.length / 2);
  copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
}
