import { describe, expect, it } from 'vitest';
import { defineError } from '../core/errors.ts';
import { describeError } from './describe-error.ts';

const FEED_DOWN = defineError('FEED_DOWN', () => 'The feed cannot be read.');

describe('describeError', () => {
  it('describes an expected error without a stack, with the message of its cause', () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND osv.example.org'), { code: 'ENOTFOUND' });

    expect(describeError(FEED_DOWN(undefined, { cause }))).toEqual({
      type: 'AssayError',
      code: 'FEED_DOWN',
      message: 'The feed cannot be read: getaddrinfo ENOTFOUND osv.example.org',
    });
  });

  it('does not repeat a cause that the message already quotes', () => {
    const down = defineError('DOWN', () => 'No answer: socket hang up.');

    expect(describeError(down(undefined, { cause: new Error('socket hang up') })).message).toBe(
      'No answer: socket hang up.',
    );
  });

  it.each([
    ['a refused connection', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
    ['a server that shuts down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
    ['too many connections', Object.assign(new Error('too many connections for role "assay"'), { code: '53300' })],
    ['a connection that was cut', new Error('Connection terminated unexpectedly')],
  ])('describes %s without a stack', (_what, error) => {
    expect(describeError(error)).not.toHaveProperty('stack');
  });

  it('keeps the stack of an unexpected error', () => {
    expect(describeError(new TypeError('x is undefined'))).toMatchObject({
      type: 'TypeError',
      message: 'x is undefined',
      stack: expect.stringContaining('describe-error.test.ts'),
    });
  });

  it('describes several unreachable addresses by the first of them', () => {
    const inside = [new Error('connect ECONNREFUSED ::1:5432'), new Error('connect ECONNREFUSED 127.0.0.1:5432')];
    const error = Object.assign(new AggregateError(inside, ''), { code: 'ECONNREFUSED' });

    expect(describeError(error).message).toBe('connect ECONNREFUSED ::1:5432');
  });

  it.each([
    ['an object with a message', { message: 'queue is gone', queue: 'a' }, 'queue is gone'],
    ['an object without one', { queue: 'a' }, '{"queue":"a"}'],
    ['a text', 'no', 'no'],
    ['undefined', undefined, 'undefined'],
    ['an object in a circle', circle(), 'an object that cannot be serialized'],
  ])('describes %s', (_what, error, message) => {
    expect(describeError(error).message).toBe(message);
  });

  it('stops at circular causes', () => {
    const error = new Error('a');
    error.cause = new Error('b', { cause: error });

    expect(describeError(error).message).toBe('a: b');
  });
});

function circle(): object {
  const value: { self?: object } = {};
  value.self = value;
  return value;
}
