import { describe, expect, it } from 'vitest';
import { download } from './download.ts';
import { FEED_POLICY } from './policy.ts';

describe('download', () => {
  it.each(['ftp://example.com/x', 'file:///etc/passwd', 'data:text/plain,x', 'ws://example.com/x'])(
    'rejects the protocol of %s',
    async (address) => {
      await expect(download(new URL(address), FEED_POLICY, 'never-written')).rejects.toMatchObject({
        code: 'OUTBOUND_FORBIDDEN',
        message: expect.stringContaining('only http and https') as string,
      });
    },
  );
});
