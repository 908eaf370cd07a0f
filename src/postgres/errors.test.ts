import { describe, expect, it } from 'vitest';
import * as errors from './errors.ts';

const LONG = '/a-long-path'.repeat(20);

describe('error messages', () => {
  it.each([
    errors.DATA_FOLDER_UNUSABLE({ dataDir: LONG, reason: 'part of the path is a file' }),
    errors.DATA_FOLDER_IN_USE({ pid: 4_194_304 }),
    errors.CLUSTER_UNREADABLE({ cluster: LONG }),
    errors.CLUSTER_VERSION_DIFFERS({ cluster: '17', found: ['18.4', '16.10', '15.18'] }),
    errors.CLUSTER_NOT_CREATED({ reason: LONG }),
    errors.POSTGRES_FOLDER_UNUSABLE({ binDir: LONG, reason: 'it does not contain "initdb" and "postgres" (ENOENT)' }),
    errors.POSTGRES_REFUSES_ROOT(),
    errors.POSTGRES_NOT_STOPPED({ pid: 4_194_304 }),
    errors.POSTGRES_NOT_DURABLE({ settings: ['fsync', 'full_page_writes', 'synchronous_commit'] }),
    errors.SOCKET_PATH_TOO_LONG({ path: LONG }),
  ])('does not truncate the message of $code when its values are long', ({ message }) => {
    expect(message.endsWith('.')).toBe(true);
  });
});
