import { describe, expect, it } from 'vitest';
import { listLinks, listLocked } from '../../../../test/support/lockfiles.ts';

describe('readPoetryLock', () => {
  const POETRY = `
[[package]]
name = "Flask"
version = "2.0.1"
optional = false
groups = ["main", "dev"]

[package.dependencies]
jinja_2 = ">=3.0"
Werkzeug = [{version = ">=2.0", markers = "python_version > '3'"}]
absent = {version = "*", optional = true}

[[package]]
name = "jinja-2"
version = "3.0"
optional = true
groups = ["main"]

[[package]]
name = "werkzeug"
version = "2.0"
groups = ["dev"]

[[package]]
name = "forked"
version = "1.0"
category = "main"
source = {type = "git", url = "https://example.com/forked.git", resolved_reference = "1a2b3c"}

[[package]]
name = "local"
version = "1.0"
source = {type = "directory", url = "../local"}

[[package]]
name = "mirrored"
version = "1.0"
category = "dev"
source = {type = "legacy", url = "https://example.com/simple"}
`;

  it('reads groups and categories as scopes', () => {
    expect(listLocked('poetry', POETRY)).toEqual([
      'flask@2.0.1 required direct',
      'forked@git+https://example.com/forked.git#1a2b3c required direct floating-ref',
      'jinja-2@3.0 optional',
      'local@1.0 unknown direct no-identity',
      'mirrored@1.0 development direct',
      'werkzeug@2.0 development',
    ]);
    expect(listLinks('poetry', POETRY)).toEqual(expect.arrayContaining(['Flask > jinja-2', 'Flask > werkzeug']));
  });
});

describe('readPdmLock', () => {
  it('reads groups and requirements', () => {
    const text = `
[[package]]
name = "flask"
version = "2.0.1"
groups = ["default"]
dependencies = ["Werkzeug>=2.0", "absent; sys_platform == 'win32'"]

[[package]]
name = "werkzeug"
version = "2.0"
groups = ["web"]

[[package]]
name = "forked"
version = "1.0"
git = "https://example.com/forked.git"
revision = "1a2b3c"
`;

    expect(listLocked('pdm', text)).toEqual([
      'flask@2.0.1 required direct',
      'forked@git+https://example.com/forked.git#1a2b3c unknown direct floating-ref',
      'werkzeug@2.0 optional',
    ]);
  });
});

describe('readUvLock', () => {
  it('follows dependencies, extras and groups from the projects of the workspace', () => {
    const text = `
version = 1

[[package]]
name = "shop"
version = "0.1.0"
source = { virtual = "." }
dependencies = [{ name = "flask" }, { name = "api" }]

[package.optional-dependencies]
web = [{ name = "gunicorn" }]

[package.dev-dependencies]
dev = [{ name = "pytest" }]

[[package]]
name = "api"
source = { editable = "packages/api" }
dependencies = [{ name = "numpy", version = "1.0" }]

[[package]]
name = "flask"
version = "2.0.1"
source = { registry = "https://pypi.org/simple" }
dependencies = [{ name = "numpy", version = "2.0", marker = "python_version > '3'" }]

[[package]]
name = "numpy"
version = "1.0"
source = { registry = "https://pypi.org/simple" }

[[package]]
name = "numpy"
version = "2.0"
source = { registry = "https://pypi.org/simple" }

[[package]]
name = "gunicorn"
version = "20.0"
source = { registry = "https://pypi.org/simple" }

[[package]]
name = "pytest"
version = "7.0"
source = { git = "https://example.com/pytest.git#1a2b3c" }
`;

    expect(listLocked('uv', text)).toEqual([
      'api required direct not-a-package',
      'flask@2.0.1 required direct',
      'gunicorn@20.0 optional direct',
      'numpy@1.0 required direct',
      'numpy@2.0 required transitive',
      'pytest@https://example.com/pytest.git#1a2b3c development direct floating-ref',
    ]);
  });
});

describe('readPipfileLock', () => {
  it('reads both lists, and the stronger scope of a package in both', () => {
    const text = JSON.stringify({
      _meta: { sources: [] },
      default: { requests: { version: '==2.19.0' }, local: { path: '.', editable: true } },
      develop: { requests: { version: '==2.19.0' }, pytest: { version: '==7.0' }, loose: { version: '*' } },
    });

    expect(listLocked('pipfile', text)).toEqual([
      'local required no-identity',
      'loose@* development floating-ref',
      'pytest@7.0 development',
      'requests@2.19.0 required',
    ]);
  });
});
