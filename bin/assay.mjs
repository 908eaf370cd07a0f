#!/usr/bin/env node
// Plain JavaScript that an old Node can parse. Node 24 runs the program in this process; an older Node starts it again with the
// runtime that npm installed, passes signals on to it and exits with its exit code.
import { spawn } from 'child_process';
import { existsSync } from 'fs';
import module from 'module';
import { fileURLToPath } from 'url';

const LAUNCHED = 'ASSAY_LAUNCHED';

if (Number(process.versions.node.split('.')[0]) >= 24) {
  if (isServer()) useServerFlags();
  if (process.env[LAUNCHED] !== undefined) stopWithLauncher();
  // The effect of --disable-proto=delete without a second process for the flag: `__proto__` in a document is just a name.
  delete Object.prototype.__proto__;
  // The compile cache is stored next to the packages for the next start; if that folder is read-only, code is compiled again.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/assay', import.meta.url)));
  // A clone runs its sources; an installed package has only what scripts/build-package.ts made of them.
  if (existsSync(new URL('../src/cli/assay.ts', import.meta.url))) await import('../src/cli/assay.ts');
  else await import('../dist/assay.js');
} else {
  const runtime = findRuntime();
  if (runtime === undefined) await import('./check-node.mjs');
  else runWith(runtime);
}

/** `assay` alone starts the server too. */
function isServer() {
  return process.argv[2] === undefined || process.argv[2] === 'serve';
}

/**
 * V8 would let new objects take 128 MiB, which makes a server no faster than 32. On x64, memory protection keys can crash Node 24:
 * https://github.com/nodejs/node/issues/64500
 */
function serverFlags() {
  return ['--max-semi-space-size=16', ...(process.arch === 'x64' ? ['--no-memory-protection-keys'] : [])];
}

/** Starts Node again in this process, where the operating system can do that. */
function useServerFlags() {
  const missing = serverFlags().filter((flag) => !process.execArgv.includes(flag));
  if (missing.length === 0 || process.execve === undefined) return;
  process.execve(process.execPath, [process.execPath, ...missing, ...process.execArgv, ...process.argv.slice(1)]);
}

/** npm installs it next to the dependencies of a clone, or next to this package. */
function findRuntime() {
  try {
    return module.createRequire(import.meta.url).resolve(`node-linux-${process.arch}/bin/node`);
  } catch {
    return undefined;
  }
}

function runWith(runtime) {
  // The fourth descriptor is a channel that the operating system closes when this process dies, even by SIGKILL.
  const flags = isServer() ? serverFlags() : [];
  const child = spawn(runtime, [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [LAUNCHED]: '1' },
  });

  // A terminal sends Ctrl-C to both processes; if it were passed on, it would count as a second, impatient one.
  const hasTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  process.on('SIGINT', () => hasTerminal || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));

  child.on('error', (error) => {
    process.stderr.write(`Cannot run the packaged Node.js (${error.message}). Install Node.js 24 or newer.\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function stopWithLauncher() {
  delete process.env[LAUNCHED];
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
