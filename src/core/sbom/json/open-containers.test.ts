import { describe, expect, it } from 'vitest';
import { capture } from './captured-text.ts';
import { OpenContainers } from './open-containers.ts';

function open(...steps: readonly (string | number)[]): OpenContainers {
  const containers = new OpenContainers(64);
  for (const step of steps) {
    if (typeof step === 'number') {
      containers.openArray();
      for (let i = 0; i < step; i += 1) containers.nextElement();
    } else {
      containers.openObject();
      containers.names.add(containers.depth, capture(step));
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
