import { describe, expect, it } from 'vitest';
import { listLocked } from '../../../../test/support/lockfiles.ts';
import { parseLockfile } from './parse-lockfile.ts';

describe('readRequirements', () => {
  it.each([
    ['Flask==2.0.1', 'flask@2.0.1 unknown'],
    ['flask[async, dotenv] == 2.0.1 ; python_version > "3.6"', 'flask@2.0.1 unknown'],
    ['flask===2.0.1  # pinned', 'flask@2.0.1 unknown'],
    ['flask==2.0.1 \\\n    --hash=sha256:00 \\\n    --hash=sha256:11', 'flask@2.0.1 unknown'],
    ['flask==2.0.1 --hash=sha256:00', 'flask@2.0.1 unknown'],
    ['flask==2.0.1 -C key=value', 'flask@2.0.1 unknown'],
    ['flask', 'flask unknown no-version'],
    ['flask>=2.0', 'flask@>=2.0 unknown floating-ref'],
    ['flask (~=2.0)', 'flask@~=2.0 unknown floating-ref'],
    ['flask==2.*', 'flask@==2.* unknown floating-ref'],
    ['flask==2.0.1,!=2.0.2', 'flask@==2.0.1,!=2.0.2 unknown floating-ref'],
    ['flask @ https://example.com/flask-2.0.whl', 'flask@https://example.com/flask-2.0.whl unknown floating-ref'],
    [
      'git+https://example.com/a/flask.git@main#egg=flask',
      'flask@git+https://example.com/a/flask.git@main#egg=flask unknown floating-ref',
    ],
    ['-e git+ssh://git@example.com/a/lib.git', 'lib.git@git+ssh://git@example.com/a/lib.git unknown floating-ref'],
    ['-e .', 'local project unknown no-identity'],
    ['./wheels/lib-1.0-py3-none-any.whl', 'lib-1.0-py3-none-any.whl unknown no-identity'],
  ])('reads %j', (line, expected) => {
    // Others follow, because the only requirement of a file counts as direct.
    expect(listLocked('requirements', `${line}\nzzy==1\nzzz==1\n`)).toEqual([
      expected,
      'zzy@1 unknown',
      'zzz@1 unknown',
    ]);
  });

  it('reports files that a file includes, and ignores comments and options of the installation', () => {
    const text = '# comment\n-i https://example.com/simple\n--no-binary :all:\n-r base.txt\nflask==2.0.1\n';

    const { components, graph, warnings } = parseLockfile(text, 'requirements');

    expect(components.map(({ name }) => name)).toEqual(['flask']);
    expect(graph).toBe('partial');
    expect(warnings).toEqual([{ code: 'LOCKFILE_INCOMPLETE', count: 1, paths: ['/4: -r base.txt'] }]);
  });

  it.each(['<html>', 'flask 2.0', '=='])('refuses a line that is not a requirement: %j', (line) => {
    expect(() => listLocked('requirements', `ok==1\n${line}\n`)).toThrow('line 2 is not a requirement');
  });
});
