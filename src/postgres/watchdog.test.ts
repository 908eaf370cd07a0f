import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const WATCHDOG = new URL('./watchdog.ts', import.meta.url).href;

describe('startWatched', () => {
  it('leaves no timer behind that would keep the process alive', async () => {
    const program = `
      const { startWatched } = await import(${JSON.stringify(WATCHDOG)});
      const { code } = await startWatched(['true'], { mode: 'self', uid: 0, gid: 0 }, () => {}).exited;
      console.log(JSON.stringify({ code, resources: process.getActiveResourcesInfo() }));`;

    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);

    const { code, resources } = JSON.parse(stdout) as { code: number; resources: string[] };
    expect(code).toBe(0);
    expect(resources).not.toContain('Timeout');
  });
});
