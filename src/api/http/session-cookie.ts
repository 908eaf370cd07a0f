/**
 * Session and device cookies. Over https their names start with `__Host-`, so that neither other hosts nor plain http pages can
 * set them. Browsers drop such cookies on plain http (Chromium keeps them on localhost, Safari does not), so there they have
 * other names and are not `Secure`.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

const SESSION = 'assay_session';
const DEVICE = 'assay_device';

/** Returns the secret, or undefined if the cookie is missing or sent twice. */
export function findSessionCookie(request: FastifyRequest, publicUrl: string | undefined): string | undefined {
  return findCookie(request, publicUrl, SESSION);
}

/** Outlives the session: it only identifies the browser at the next sign-in. */
export function findDeviceCookie(request: FastifyRequest, publicUrl: string | undefined): string | undefined {
  return findCookie(request, publicUrl, DEVICE);
}

function findCookie(request: FastifyRequest, publicUrl: string | undefined, cookie: string): string | undefined {
  const pairs = (request.raw.headers.cookie ?? '').split(';').map(toPair);
  const secure = pairs.filter(([name]) => name === `__Host-${cookie}`);
  // If the public URL is https, an attacker on the network could have set the plain cookie.
  const plain = publicUrl?.startsWith('https:') === true ? [] : pairs.filter(([name]) => name === cookie);
  const found = secure.length > 0 ? secure : plain;
  return found.length === 1 ? found[0]?.[1] : undefined;
}

export function setSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
  session: { readonly secret: string; readonly device: string; readonly endsAt: string },
): void {
  const isSecure = isReachedByHttps(request, publicUrl);
  // The latest possible end of the session; the server decides whether it is still valid.
  const end = `; Expires=${new Date(session.endsAt).toUTCString()}${attributes(isSecure)}`;
  void reply.header('set-cookie', `${toName(SESSION, isSecure)}=${session.secret}${end}`);
  void reply.header('set-cookie', `${toName(DEVICE, isSecure)}=${session.device}${end}`);
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: string | undefined): void {
  const isSecure = isReachedByHttps(request, publicUrl);
  void reply.header('set-cookie', `${toName(SESSION, isSecure)}=; Max-Age=0${attributes(isSecure)}`);
}

function toName(cookie: string, isSecure: boolean): string {
  return isSecure ? `__Host-${cookie}` : cookie;
}

function attributes(isSecure: boolean): string {
  return `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Decided by the public URL or, without one, by the Origin header, which browsers send with every change. */
function isReachedByHttps(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const origin = publicUrl ?? request.headers.origin;
  return origin === undefined || origin === 'null' ? request.protocol === 'https' : origin.startsWith('https:');
}

function toPair(text: string): readonly [string, string] {
  const equals = text.indexOf('=');
  return equals === -1 ? ['', text] : [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.[0-9.]+|\[?::1\]?)$/;

/** For the start: over plain http, sessions can be stolen by reading the traffic. On the machine itself this is not possible. */
export function listPlainHttpWarnings({ host, publicUrl }: { host: string; publicUrl: string | undefined }): string[] {
  const name = publicUrl === undefined ? host : (URL.parse(publicUrl)?.hostname ?? host);
  if (publicUrl?.startsWith('https:') === true || LOOPBACK.test(name)) return [];
  return [
    'Assay is reached over plain http, so passwords and session cookies can be intercepted. Put an https proxy in front of it and set ASSAY_PUBLIC_URL to its address.',
  ];
}
