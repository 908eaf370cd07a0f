import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { AssayError } from '../core/errors.ts';
import { COMMIT_UNKNOWN, DATABASE_BUSY, DATABASE_FULL, DATABASE_UNAVAILABLE } from './errors.ts';
import { describeFailure, isInfrastructureFailure, toStoreError } from './failures.ts';

function serverError(code: string, message = 'It failed.'): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

const FEED = (cause: unknown): AssayError => new AssayError('FEED_UNREACHABLE', 'The source failed.', { cause });

describe('isInfrastructureFailure', () => {
  it.each([
    ['no connection to the database', DATABASE_UNAVAILABLE()],
    ['a busy database', DATABASE_BUSY()],
    ['a full database', DATABASE_FULL()],
    ['an unknown commit', COMMIT_UNKNOWN()],
    ['a connection limit', serverError('53300')],
    ['a shutdown', serverError('57P01')],
    ['a lock time-out', serverError('55P03')],
    ['a deadlock', serverError('40P01')],
    ['a statement time-out', serverError('57014')],
    ['a full disk of the server', serverError('53100')],
    ['a lost connection of the driver', toStoreError(new Error('Connection terminated unexpectedly'))],
    ['too many connections that wait', toStoreError(systemError('EAGAIN'))],
    ['a full disk of ours, as a cause', FEED(systemError('ENOSPC'))],
  ])('returns true for %s', (_name, error) => {
    expect(isInfrastructureFailure(error)).toBe(true);
  });

  it.each([
    ['a source that cannot be reached', FEED(systemError('ECONNREFUSED'))],
    ['a name that cannot be resolved', FEED(systemError('ENOTFOUND'))],
    ['a violated constraint', serverError('23505')],
    ['a defect', new TypeError('x is not a function')],
    ['no error', undefined],
  ])('returns false for %s', (_name, error) => {
    expect(isInfrastructureFailure(error)).toBe(false);
  });
});

describe('describeFailure', () => {
  it("returns the server's own message", () => {
    const error = toStoreError(serverError('53300', 'too many connections for role "assay"'));

    expect(describeFailure(error)).toBe('too many connections for role "assay"');
  });
});
