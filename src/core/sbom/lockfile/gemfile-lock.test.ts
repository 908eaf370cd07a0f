import { describe, expect, it } from 'vitest';
import { listLocked } from '../../../../test/support/lockfiles.ts';

const LOCK = `GIT
  remote: https://example.com/forked.git
  revision: 1a2b3c
  specs:
    forked (1.0.0)
      rack (>= 2.0)

PATH
  remote: engines/shop
  specs:
    shop (0.1.0)
      rails (~> 7.0)

GEM
  remote: https://rubygems.org/
  specs:
    nokogiri (1.15.0)
    nokogiri (1.15.0-x86_64-linux)
    rack (2.2.3)
    rails (7.0.4)
      nokogiri (>= 1.8)
      bundler (>= 1.15)

PLATFORMS
  ruby
  x86_64-linux

DEPENDENCIES
  forked!
  rails (~> 7.0)
  shop!

BUNDLED WITH
   2.4.1
`;

describe('readGemfileLock', () => {
  it('reads gems of all sources, and merges the builds for several platforms', () => {
    expect(listLocked('gemfile', LOCK)).toEqual([
      'forked@https://example.com/forked.git#1a2b3c unknown direct floating-ref',
      'nokogiri@1.15.0 unknown transitive',
      'rack@2.2.3 unknown transitive',
      'rails@7.0.4 unknown direct',
      'shop@0.1.0 unknown direct no-identity',
    ]);
  });

  it.each([
    ['', 'it lists no source of gems'],
    ['GEM\n  specs:\n   a (1)\n', 'it is not valid at line 3'],
  ])('refuses %j', (text, problem) => {
    expect(() => listLocked('gemfile', text)).toThrow(problem);
  });
});
