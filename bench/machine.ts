/** The machine of a measurement, and how busy it was with other work: figures are meaningless without both. */
import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const BUSY_MAX = 0.15;
const LOOK_MS = 1000;

export function describeMachine(): readonly string[] {
  const [first] = cpus();
  return [
    `${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GiB of memory`,
    `${type()} ${release()}, Node ${process.version}`,
  ];
}

/**
 * Waits until the machine is mostly idle, up to a limit. The load average covers the last minute, including our own benchmarks,
 * so the share of busy time in one second decides; both are reported.
 */
export async function waitForQuiet(waitMaxMs: number): Promise<string> {
  const end = performance.now() + waitMaxMs;
  let busy = await shareOfBusyTime();
  while (busy > BUSY_MAX && performance.now() < end) busy = await shareOfBusyTime();
  const [lastMinute = 0] = loadavg();
  return `load average ${lastMinute.toFixed(1)}, cores ${Math.round(busy * 100)} % busy with other work`;
}

async function shareOfBusyTime(): Promise<number> {
  const before = cpuTimes();
  await delay(LOOK_MS);
  const after = cpuTimes();
  return (after.busy - before.busy) / Math.max(1, after.all - before.all);
}

function cpuTimes(): { readonly busy: number; readonly all: number } {
  let busy = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq;
    idle += times.idle;
  }
  return { busy, all: busy + idle };
}

/** Percentage of processor time since the call that the host of a virtual machine gave to others. Undefined if unknown. */
export function watchWithheld(): () => number | undefined {
  const before = readWithheld();
  return () => {
    const after = readWithheld();
    if (before === undefined || after === undefined) return undefined;
    return Math.round((100 * (after.withheld - before.withheld)) / Math.max(1, after.all - before.all));
  };
}

function readWithheld(): { readonly withheld: number; readonly all: number } | undefined {
  if (!existsSync('/proc/stat')) return undefined;
  // user, nice, system, idle, iowait, irq, softirq, steal; guest time is included in user.
  const times = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/ +/).slice(1, 9).map(Number) ?? [];
  return { withheld: times[7] ?? 0, all: times.reduce((sum, time) => sum + time, 0) };
}
