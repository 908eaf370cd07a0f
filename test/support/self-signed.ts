/**
 * Generates a key and a self-signed certificate for `localhost` on demand: a private key in the repository would trigger secret
 * scanners. Encoded by hand in DER, because Node.js can read certificates but not create them.
 * https://www.rfc-editor.org/rfc/rfc5280#section-4.1
 */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

export function createSelfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from('localhost')))));
  const validity = sequence(utcTime('200101000000Z'), utcTime('491231235959Z'));
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const content = sequence(der(0x02, Buffer.from([1])), ECDSA_SHA256, name, validity, name, subjectKey);
  const signature = sign('sha256', content, privateKey);
  const certificate = sequence(content, ECDSA_SHA256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ECDSA_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(length)]), content]);
}

/** Uses the shortest form, because browsers reject longer ones. */
function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(content: Buffer): Buffer {
  return der(0x31, content);
}

function utcTime(text: string): Buffer {
  return der(0x17, Buffer.from(text));
}
