/** Documents refer only to existing files, folders and headings of this repository, and to existing npm scripts. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../scripts/source-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const TOP = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const DOCUMENTS = [...TOP, ...listFiles(ROOT, ['docs', 'src', 'test']).filter((file) => file.endsWith('.md'))];
const LINK = /\]\(([^()\s]+)\)/g;

describe.each(DOCUMENTS)('%s', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');

  it('links only to files and headings that exist', () => {
    const targets = [...text.matchAll(LINK)].map(([, target]) => target ?? '');

    expect(targets.filter((target) => !isExternal(target) && !exists(file, target))).toEqual([]);
  });

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const named = [...text.matchAll(/\bnpm run (?:-s )?([a-z:]+)/g)].map(([, name]) => name ?? '');

    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('README.md', () => {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');

  it.each(['npm ci && npm start', 'npm ci && npm test'])('has a separate code block for %s', (command) => {
    expect(text).toContain(`\n\`\`\`sh\n${command}\n\`\`\`\n`);
  });
});

function isExternal(target: string): boolean {
  return /^https?:/.test(target);
}

function exists(from: string, target: string): boolean {
  const [path = '', heading] = target.split('#', 2);
  const file = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(ROOT, file))) return false;
  return heading === undefined || headingsOf(readFileSync(join(ROOT, file), 'utf8')).has(heading);
}

/** Builds heading anchors the way common Markdown renderers do. */
function headingsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading ?? '');
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}
