import { createHmac, timingSafeEqual } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newSecret, toSignedHeaders } from './webhook-secrets.ts';

/** Test vector of the Standard Webhooks libraries. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('toSignedHeaders', () => {
  it('creates the signature of the specification', () => {
    const { secret, id, timestamp, body, signature } = VECTOR;

    expect(toSignedHeaders({ id, now: timestamp * 1000 + 999, body: Buffer.from(body) }, [secret])).toEqual({
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    });
  });

  it('signs with both secrets while one is being replaced', () => {
    const secrets = [newSecret(), newSecret()];
    const message = { id: 'id', now: 1_700_000_000_000, body: Buffer.from('{}') };

    const signatures = toSignedHeaders(message, secrets)['webhook-signature']?.split(' ') ?? [];

    expect(signatures).toHaveLength(2);
    for (const [index, secret] of secrets.entries()) {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const expected = createHmac('sha256', key).update('id.1700000000.{}').digest();
      const made = Buffer.from(signatures[index]?.slice('v1,'.length) ?? '', 'base64');
      expect(timingSafeEqual(made, expected)).toBe(true);
    }
  });
});

describe('newSecret', () => {
  it('creates a different secret each time, in the form of the specification', () => {
    const secret = newSecret();

    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect(newSecret()).not.toBe(secret);
  });
});
