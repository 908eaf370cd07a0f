import type { Config } from '../config.ts';

/**
 * For crash tests: ends the process without cleanup, as a failing machine would, or suspends it once, like a machine that is
 * migrated or starved.
 */
export function createCrashPoint(config: Config): (name: string) => void {
  let { stopAt } = config;
  return (name) => {
    if (name === config.crashAt) process.kill(process.pid, 'SIGKILL');
    if (name !== stopAt) return;
    stopAt = undefined;
    process.kill(process.pid, 'SIGSTOP');
  };
}
