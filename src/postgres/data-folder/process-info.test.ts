import { describe, expect, it } from 'vitest';
import { hasArgument, parseStartTicks, processExists, readProcessStart } from './process-info.ts';

describe('parseStartTicks', () => {
  const rest = 'S 1 7 7 0 -1 4194560 2000 0 0 0 5 3 0 0 20 0 11 0 123456 1000000 5000';

  it.each(['7 (node) ', '7 (a b) ', '7 (:) ) (x) '])('parses field 22 after the name in %j', (start) => {
    expect(parseStartTicks(start + rest)).toBe('123456');
  });

  it('returns undefined for a line that is too short', () => {
    expect(parseStartTicks('7 (node) S 1')).toBeUndefined();
  });
});

describe('process info', () => {
  it('reports that this process exists, with a stable start and its own arguments', async () => {
    expect(processExists(process.pid)).toBe(true);
    expect(await readProcessStart(process.pid)).toBe(await readProcessStart(process.pid));
    expect(await hasArgument(process.pid, 'an argument that was not given')).toBe(false);
  });

  it('reports that a pid which no system assigns does not exist', async () => {
    expect(processExists(2_147_483_646)).toBe(false);
    expect(await readProcessStart(2_147_483_646)).toBeUndefined();
  });
});
