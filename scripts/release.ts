/**
 * Prepares a release: `node scripts/release.ts 0.2.0`. Sets the version, dates the section of the changelog, and packs. It changes
 * files and creates the tarball, but commits, tags and publishes nothing; it prints these steps.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toReleasedChangelog } from './changelog.ts';

const ROOT = join(import.meta.dirname, '..');
const VERSION = /^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[a-z]+\.[0-9]+)?$/;

function run(command: string, ...parameters: readonly string[]): string {
  return execFileSync(command, parameters, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

const [version = ''] = process.argv.slice(2);
if (!VERSION.test(version)) {
  process.stderr.write('Name the version, for example: node scripts/release.ts 0.2.0\n');
  process.exit(2);
}
if (run('git', 'status', '--porcelain') !== '') {
  process.stderr.write('The working tree has changes. Commit them first.\n');
  process.exit(1);
}

const changelog = join(ROOT, 'CHANGELOG.md');
const today = new Date().toISOString().slice(0, 10);
writeFileSync(changelog, toReleasedChangelog(readFileSync(changelog, 'utf8'), version, today));
run('npm', 'version', '--no-git-tag-version', version);
const file = run('npm', 'pack', '--silent').trim().split('\n').at(-1) ?? '';
const sha256 = createHash('sha256')
  .update(readFileSync(join(ROOT, file)))
  .digest('hex');
writeFileSync(join(ROOT, `${file}.sha256`), `${sha256}  ${file}\n`);

process.stdout.write(`${file}  sha256:${sha256}

Next:
  git commit -am "chore: release ${version}" && git tag -s v${version} -m v${version}
  cosign attest-blob --key cosign.key --type cyclonedx --predicate dist/sbom.cdx.json --output-attestation ${file}.att.json ${file}
  git push --follow-tags, and attach ${file}, ${file}.sha256 and ${file}.att.json to the release
`);
