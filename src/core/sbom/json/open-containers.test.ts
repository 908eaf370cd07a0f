import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capture } from './captured-text.ts';
import { OpenContainers, MemberNames } from './open-containers.ts';

function open(...steps: readonly (string | number)[]): OpenContainers {
  const containers = new OpenContainers(64);
  for (const step of steps) {
    if (typeof step === 'number') {
      containers.openArray();
      for (let i = 0; i < step; i += 1) containers.nextElement();
    } else {
      containers.openObject();
      containers.names.at(containers.depth).add(capture(step));
    }
  }
  return containers;
}

describe('OpenContainers', () => {
  it('returns the JSON pointers of the value and of its container', () => {
    const containers = open('components', 3, 'purl');

    expect(containers.pathToValue()).toBe('/components/3/purl');
    expect(containers.pathToContainer()).toBe('/components/3');
    containers.close();
    expect(containers.pathToValue()).toBe('/components/3');
  });

  it('returns an empty path at the top level', () => {
    expect(new OpenContainers(64).pathToValue()).toBe('');
    expect(open('a').pathToContainer()).toBe('');
  });

  it('escapes characters that are special in a pointer or a terminal', () => {
    expect(open('a/b~c\u001b\u202e').pathToValue()).toBe('/a~1b~0c\\u{1b}\\u{202e}');
  });

  it('stays short for long names and deep documents', () => {
    const containers = open(...Array.from({ length: 60 }, () => 'x'.repeat(1000)));

    expect(containers.pathToValue().length).toBe(256);
  });
});

describe('MemberNames', () => {
  it('finds a duplicate name exactly if a set of strings does', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 2 }),
      fc.constantFrom('\ud800', '\udbff', '\ufffd'),
      fc.constantFrom('a', 'b', 'c').map((end) => 'x'.repeat(127) + end),
      fc.constantFrom('a', 'b', 'c').map((end) => 'x'.repeat(300) + end),
      fc.nat(60).map(String),
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 90 }), (names) => {
        const members = new MemberNames();
        members.open(1);
        const seen = new Set<string>();

        for (const each of names) {
          expect(members.at(1).add(capture(each))).toBe(!seen.has(each));
          seen.add(each);
        }
        expect(members.at(1).members).toBe(names.length);
      }),
    );
  });

  it('distinguishes two names with the same hash', () => {
    // Found by search: FNV-1a gives both the same 32 bits.
    const [left, right] = ['costarring', 'liquid'].map((word) => capture(word));
    expect(left?.hash).toBe(right?.hash);

    const members = new MemberNames();
    members.open(1);
    expect(members.at(1).add(capture('costarring'))).toBe(true);
    expect(members.at(1).add(capture('liquid'))).toBe(true);
    expect(members.at(1).add(capture('costarring'))).toBe(false);
  });

  it('separates the objects of every depth and forgets a closed one', () => {
    const members = new MemberNames();
    members.open(1);
    members.at(1).add(capture('a'));
    members.open(2);
    expect(members.at(2).add(capture('a'))).toBe(true);
    members.open(2);
    expect(members.at(2).add(capture('a'))).toBe(true);
    expect(members.at(1).add(capture('a'))).toBe(false);
  });

  it('returns the latest name, also in a large object', () => {
    const members = new MemberNames();
    members.open(1);
    for (let i = 0; i < 100; i += 1) members.at(1).add(capture(`name ${i}`));

    expect(members.latestAt(1)).toBe('name 99');
    members.at(1).add(capture('name 7'));
    expect(members.latestAt(1)).toBe('name 7');
  });
});
