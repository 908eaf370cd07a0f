/**
 * `bin/assay.mjs` on different versions of Node.js: on 24 it runs the program, on an older one it hands over to the packaged
 * runtime, and without that it reports what is missing. The program here is a stand-in that reports how it was started.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTree, type SeededTree } from '../support/seeded-tree.ts';

const ROOT = join(import.meta.dirname, '../..');
const RUNTIME = `node_modules/node-linux-${process.arch}`;
const SYSTEM_NODE = '/usr/bin/node';

const SERVER_FLAGS = ['--max-semi-space-size=16', ...(process.arch === 'x64' ? ['--no-memory-protection-keys'] : [])];

const PROGRAM = `
const [, , command, ...rest] = process.argv;
if (command === 'report') {
  const proto = '__proto__' in Object.prototype;
  console.log(JSON.stringify({ major: Number(process.versions.node.split('.')[0]), proto, rest, pid: process.pid, marks: Object.keys(process.env).filter((name) => name.startsWith('ASSAY_') && !name.startsWith('ASSAY_TEST_')) }));
}
if (command === 'exit') process.exitCode = 7;
if (command === 'die') process.kill(process.pid, 'SIGKILL');
if (command === 'serve') {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => { console.log('stopped by ' + signal); process.exit(3); });
  }
  setInterval(() => {}, 1000);
  console.log(JSON.stringify({ pid: process.pid, flags: process.execArgv }));
}
`;

interface OldNode {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

/** A new Node.js that claims to be an old one, so that the handover is tested on every machine. */
const PRETENDED: OldNode = {
  name: 'a Node that pretends to be 20',
  command: [
    process.execPath,
    '--import',
    `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.0.0'}})`,
  ],
};

function findOldNodes(): OldNode[] {
  if (process.platform !== 'linux' || !existsSync(join(ROOT, RUNTIME))) {
    console.log('The hand-over to the packaged runtime is not tested: npm installs that runtime on Linux only.');
    return [];
  }
  const version = existsSync(SYSTEM_NODE)
    ? spawnSync(SYSTEM_NODE, ['--version'], { encoding: 'utf8' }).stdout.trim()
    : 'absent';
  const major = Number(version.replace('v', '').split('.')[0]);
  if (major < 24) return [PRETENDED, { name: `the system's Node ${version}`, command: [SYSTEM_NODE] }];
  console.log(`No real old Node is tested: the system's Node is ${version}.`);
  return [PRETENDED];
}

describe('bin/assay.mjs', () => {
  let whole: SeededTree;
  let bare: SeededTree;

  beforeAll(() => {
    const files = { 'package.json': '{ "type": "module" }', 'src/cli/assay.ts': PROGRAM };
    whole = seedTree(files);
    bare = seedTree(files);
    for (const { root } of [whole, bare]) cpSync(join(ROOT, 'bin'), join(root, 'bin'), { recursive: true });
    mkdirSync(join(whole.root, 'node_modules'));
    if (existsSync(join(ROOT, RUNTIME))) symlinkSync(join(ROOT, RUNTIME), join(whole.root, RUNTIME));
  });

  afterAll(() => {
    whole.remove();
    bare.remove();
  });

  function run({ command: [node, ...flags] }: Pick<OldNode, 'command'>, root: string, ...parameters: string[]) {
    return spawnSync(node, [...flags, join(root, 'bin/assay.mjs'), ...parameters], { encoding: 'utf8' });
  }

  async function serve({
    command: [node, ...flags],
  }: OldNode): Promise<ChildProcess & { started: unknown; output: Promise<string> }> {
    const server = spawn(node, [...flags, join(whole.root, 'bin/assay.mjs'), 'serve'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    return Object.assign(server, { started: JSON.parse(line.toString()) as unknown, output: text(server.stdout) });
  }

  it('runs the program in its own process on a new Node.js, without __proto__', () => {
    const { stdout, pid } = run({ command: [process.execPath] }, whole.root, 'report', '--flag', 'a b');

    expect(JSON.parse(stdout)).toMatchObject({ proto: false, rest: ['--flag', 'a b'], pid });
  });

  it('runs a server with the flags of a server, in its own process', async () => {
    const server = await serve({ name: 'this Node', command: [process.execPath, '--no-warnings'] });
    server.kill('SIGTERM');

    expect(server.started).toEqual({ pid: server.pid, flags: [...SERVER_FLAGS, '--no-warnings'] });
    expect(await once(server, 'exit')).toEqual([3, null]);
  });

  it('reports the required version and fails on an old Node.js without the packaged runtime', () => {
    const { stdout, stderr, status } = run(PRETENDED, bare.root, 'report');

    expect(stderr).toMatch(/^Assay requires Node\.js 24 or newer; this is v[^\n]*\n$/);
    expect([stdout, status]).toEqual(['', 1]);
  });

  describe.each(findOldNodes())('on $name', (old) => {
    it('hands over to the packaged runtime', () => {
      const { stdout, pid } = run(old, whole.root, 'report', '--flag', 'a b');
      const report: { pid: number } = JSON.parse(stdout);

      expect(report).toMatchObject({ major: 24, proto: false, rest: ['--flag', 'a b'], marks: [] });
      expect(report.pid).not.toBe(pid);
    });

    it('starts a server with the flags of a server', async () => {
      const server = await serve(old);
      server.kill('SIGTERM');

      expect(server.started).toMatchObject({ flags: SERVER_FLAGS });
      expect(await once(server, 'exit')).toEqual([3, null]);
    });

    it('returns the exit code of the program', () => {
      expect(run(old, whole.root, 'exit').status).toBe(7);
    });

    it('dies from the signal that killed the program', () => {
      expect(run(old, whole.root, 'die').signal).toBe('SIGKILL');
    });

    it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
      'forwards %s and waits for the program to exit',
      async (signal) => {
        const server = await serve(old);

        server.kill(signal);

        expect(await once(server, 'exit')).toEqual([3, null]);
        expect(await server.output).toBe(`stopped by ${signal}\n`);
      },
    );

    it('stops the program when the launcher itself is killed', async () => {
      const server = await serve(old);

      server.kill('SIGKILL');

      expect(await server.output).toBe('stopped by SIGTERM\n');
    });
  });
});
