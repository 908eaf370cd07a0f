import { describe, expect, it } from 'vitest';
import { chooseType } from './choose-type.ts';

const OFFERED = ['application/json', 'application/sarif+json', 'application/vnd.cyclonedx+json'] as const;

describe('chooseType', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/html, image/png', 'application/json'],
    ['application/sarif+json', 'application/sarif+json'],
    ['Application/SARIF+JSON ; version=2.1.0', 'application/sarif+json'],
    ['application/vnd.cyclonedx+json; version=1.6', 'application/vnd.cyclonedx+json'],
    ['application/sarif+json;q=0.5, application/json', 'application/json'],
    ['application/sarif+json, */*;q=0.1', 'application/sarif+json'],
    ['application/sarif+json;q=0.2, application/vnd.cyclonedx+json;q=0.8', 'application/vnd.cyclonedx+json'],
    ['application/sarif+json;q=0', 'application/json'],
    ['application/sarif+json;q=nonsense', 'application/sarif+json'],
    [';;;,,,;q=1', 'application/json'],
  ])('chooses for %j the type %s', (accept, type) => {
    expect(chooseType(accept, OFFERED)).toBe(type);
  });
});
