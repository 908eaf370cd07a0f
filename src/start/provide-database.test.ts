import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { COPY_CONNECTIONS_MAX } from '../store/database.ts';
import { shareConnections } from './provide-database.ts';

const LISTENERS = 2;
/** A PostgreSQL server with default settings has 100 connections, 3 of them reserved for superusers. */
const SERVER_CONNECTIONS = 97;

describe('shareConnections', () => {
  it('never exceeds the maximum and gives every pool a connection', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 1_000 }),
        fc.constantFrom('all', 'web', 'worker'),
        (databasePoolMax, role) => {
          const shares = Object.values(shareConnections({ databasePoolMax, role }));

          expect(Math.min(...shares)).toBeGreaterThanOrEqual(1);
          expect(shares.reduce((sum, share) => sum + share) + LISTENERS + COPY_CONNECTIONS_MAX).toBeLessThanOrEqual(
            databasePoolMax,
          );
        },
      ),
    );
  });

  it('fits four processes with default settings on a default PostgreSQL server', () => {
    const { databasePoolMax } = parseConfig({}, '/tmp');

    expect(4 * databasePoolMax).toBeLessThanOrEqual(SERVER_CONNECTIONS);
  });

  it('gives a worker fewer connections by default', () => {
    expect(parseConfig({ ASSAY_ROLE: 'worker' }, '/tmp').databasePoolMax).toBeLessThan(
      parseConfig({}, '/tmp').databasePoolMax,
    );
  });
});
