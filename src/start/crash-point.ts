import type { Config } from '../config.ts';

/**
 * For crash tests: ends the process without a chance to clean up, exactly as a failing machine would; or lets it stand still
 * once, as a machine does that is moved or starved.
 */
export function crashPointOf(config: Config): (name: string) => void {
  let { stopAt } = config;
  return (name) => {
    if (name === config.crashAt) process.kill(process.pid, 'SIGKILL');
    if (name !== stopAt) return;
    stopAt = undefined;
    process.kill(process.pid, 'SIGSTOP');
  };
}
