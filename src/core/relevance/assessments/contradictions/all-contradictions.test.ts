import { describe, expect, it } from 'vitest';
import {
  aPlace,
  aProfile,
  aRuntime,
  aSubject,
  type PlaceChanges,
  type ProfileChanges,
} from '../../../../../test/support/subjects.ts';
import { isProfilePath } from '../../../profile/profile-fields.ts';
import type { Subject } from '../../subject/subject.ts';
import { ONLY_LOWERING, PRECONDITION_TYPES, type PreconditionType } from '../assessment.ts';
import { CONTRADICTIONS, isEnforced, listContradictions } from './all-contradictions.ts';

interface Case {
  readonly value?: string | null;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly profile?: ProfileChanges;
  readonly place?: PlaceChanges;
  readonly component?: Partial<Subject['component']>;
}

function isFound(
  type: PreconditionType,
  path: string,
  { value = null, fields, profile, place, component }: Case,
): boolean {
  const row = listContradictions(type).find((each) => each.path === path);
  const found = row?.find(value, {
    component: aSubject({ component: component ?? {} }).component,
    place: aPlace(place),
    profile: aProfile({ ...(fields !== undefined && { fields }), ...profile }),
  });
  return found !== undefined;
}

const FEATURE = [{ purl: 'pkg:npm/lib', feature: 'XML  Input' }];
const NPM = { purl: 'pkg:npm/lib@1.0.0' };
const FILES = { files: ['/a'] };
const languages = (name: string, ...versions: readonly string[]) => ({
  'runtime.languages': versions.map((version) => (version === '' ? { name } : { name, version })),
});

type Row = readonly [type: PreconditionType, path: string, found: readonly Case[], notFound: readonly Case[]];

const ROWS: readonly Row[] = [
  [
    'os',
    'runtime.os',
    [
      { value: 'windows', fields: { 'runtime.os': 'linux' } },
      { value: 'Windows, macOS', fields: { 'runtime.os': 'linux' } },
      { value: 'win32 or darwin', fields: { 'runtime.os': 'linux' } },
    ],
    [
      { value: 'windows' },
      { value: 'linux', fields: { 'runtime.os': 'linux' } },
      { value: 'windows/linux', fields: { 'runtime.os': 'linux' } },
      { value: 'templeos', fields: { 'runtime.os': 'linux' } },
      { value: null, fields: { 'runtime.os': 'linux' } },
      { value: 'windows', place: { platform: { os: ['linux'], arch: [] } } },
      { value: 'windows', fields: { 'runtime.os': 'linux' }, place: { platform: { os: ['windows'], arch: [] } } },
    ],
  ],
  [
    'arch',
    'runtime.arch',
    [{ value: '386', fields: { 'runtime.arch': ['amd64', 'arm64'] } }],
    [
      { value: 'x86_64', fields: { 'runtime.arch': ['amd64', 'arm64'] } },
      { value: '386', fields: { 'runtime.arch': ['amd64'] }, profile: { incomplete: true } },
      { value: '386', fields: { 'runtime.arch': ['amd64'] }, component: { arch: 'i686' } },
      { value: '386' },
    ],
  ],
  [
    'language_version',
    'runtime.languages',
    [
      { value: '<18', fields: languages('node', '20.1.0') },
      { value: 'Java <11', fields: languages('openjdk', '17.0.2') },
      { value: 'java >=8, <8.0.345', fields: languages('java', '1.8.0_345') },
      { value: '<18', fields: languages('Node.js', '20.1.0', '22.0.0') },
    ],
    [
      { value: '<18', fields: languages('node', '16.0.0') },
      { value: '<18', fields: languages('node', '20.1.0', '16.0.0') },
      { value: '<18', fields: languages('node', '20.1.0', '') },
      { value: '<18', fields: languages('python', '3.12') },
      { value: '<18', fields: languages('node', '20.1.0'), profile: { incomplete: true } },
      { value: '<18', fields: languages('node', '20.1.0'), component: { ecosystem: null } },
      { value: 'cobol <18', fields: languages('node', '20.1.0') },
      { value: 'node', fields: languages('node', '20.1.0') },
      { value: null, fields: languages('node', '20.1.0') },
      { value: '<18', fields: { 'runtime.languages': [null, 'node', {}] } },
      { value: '<18' },
    ],
  ],
  ...(['feature', 'configuration'] as const).map((type): Row => [
    type,
    'usage.featuresNotUsed',
    [
      { value: 'xml input', fields: { 'usage.featuresNotUsed': FEATURE }, component: NPM },
      {
        value: 'XML Input',
        fields: { 'usage.featuresNotUsed': [{ purl: 'pkg:npm/@a/*', feature: 'xml input' }] },
        component: { purl: 'pkg:npm/%40a/b@1.0.0?x=y' },
      },
      {
        value: 'x',
        fields: { 'usage.featuresNotUsed': [{ purl: 'pkg:npm/lib@1.*', feature: 'X' }] },
        component: NPM,
      },
    ],
    [
      { value: 'xml', fields: { 'usage.featuresNotUsed': FEATURE }, component: NPM },
      { value: 'xml input', fields: { 'usage.featuresNotUsed': FEATURE }, component: { purl: 'pkg:npm/lib2@1.0.0' } },
      { value: 'xml input', fields: { 'usage.featuresNotUsed': FEATURE } },
      {
        value: 'xml input',
        fields: { 'usage.featuresNotUsed': FEATURE, 'usage.featuresUsed': FEATURE },
        component: NPM,
      },
      { value: '', fields: { 'usage.featuresNotUsed': [{ purl: '**', feature: '' }] }, component: NPM },
      { value: null, fields: { 'usage.featuresNotUsed': FEATURE }, component: NPM },
      { value: 'x', fields: { 'usage.featuresNotUsed': [{ purl: '{', feature: 'x' }, null] }, component: NPM },
    ],
  ]),
  [
    'input_kind',
    'input.acceptsUntrusted',
    [
      { value: 'xml', fields: { 'input.acceptsUntrusted': ['http-body'] } },
      { value: 'XML', fields: { 'input.acceptsUntrusted': ['none'] } },
    ],
    [
      { value: 'xml', fields: { 'input.acceptsUntrusted': ['http-body', 'xml'] } },
      { value: 'xml', fields: { 'input.acceptsUntrusted': ['http-body'] }, profile: { incomplete: true } },
      { value: 'sql', fields: { 'input.acceptsUntrusted': ['http-body'] } },
      { value: 'http-body', fields: { 'input.acceptsUntrusted': ['xml'] } },
      { value: 'carrier pigeons', fields: { 'input.acceptsUntrusted': ['http-body'] } },
      { value: 'none', fields: { 'input.acceptsUntrusted': ['http-body'] } },
      { value: null, fields: { 'input.acceptsUntrusted': ['http-body'] } },
      { value: 'xml' },
    ],
  ],
  [
    'command',
    'enforced.exec',
    [
      { profile: { runtime: aRuntime(['exec']) } },
      { profile: { runtime: aRuntime(['syscall:execve', 'syscall:execveat']) } },
    ],
    [{}, { profile: { runtime: aRuntime([]) } }, { profile: { runtime: aRuntime([], 'unknown') } }],
  ],
  ...PRECONDITION_TYPES.map((type): Row => [
    type,
    'enforced.files',
    [{ place: FILES, profile: { runtime: aRuntime(['file:/a']) } }],
    [
      { place: FILES },
      { profile: { runtime: aRuntime(['file:/a']) } },
      { place: { files: ['/a', '/b'] }, profile: { runtime: aRuntime(['file:/a']) } },
    ],
  ]),
  [
    'syscall',
    'enforced.syscalls',
    [
      { value: 'ptrace', profile: { runtime: aRuntime(['syscall:ptrace']) } },
      { value: 'PTRACE(2)', profile: { runtime: aRuntime(['syscall:ptrace']) } },
    ],
    [
      { value: 'bpf', profile: { runtime: aRuntime(['syscall:ptrace']) } },
      { value: 'bpf', profile: { runtime: aRuntime([], 'unknown') } },
      { value: 'any call', profile: { runtime: aRuntime(['syscall:any call']) } },
      { value: null, profile: { runtime: aRuntime(['syscall:']) } },
      { value: 'ptrace' },
    ],
  ],
  [
    'local_user',
    'privilege.localUsers',
    [{ fields: { 'privilege.localUsers': 'no' } }],
    [{ fields: { 'privilege.localUsers': 'yes' } }, {}],
  ],
  [
    'privilege',
    'privilege.runsAsRoot',
    [{ fields: { 'privilege.runsAsRoot': 'no' } }, { value: 'Root', fields: { 'privilege.runsAsRoot': 'no' } }],
    [
      { fields: { 'privilege.runsAsRoot': 'yes' } },
      { value: 'administrator of the shop', fields: { 'privilege.runsAsRoot': 'no' } },
      {},
    ],
  ],
  [
    'capability',
    'privilege.capabilities',
    [{ value: 'CAP_SYS_ADMIN', fields: { 'privilege.capabilities': ['chown'] } }],
    [
      { value: 'CAP_SYS_ADMIN', fields: { 'privilege.capabilities': ['sys_admin'] } },
      { value: 'CAP_SYS_ADMIN', fields: { 'privilege.capabilities': ['ALL'] } },
      { value: 'CAP_SYS_ADMIN', fields: { 'privilege.capabilities': ['chown'] }, profile: { incomplete: true } },
      { value: 'admin', fields: { 'privilege.capabilities': ['chown'] } },
      { value: 'CAP_SYS_ADMIN' },
    ],
  ],
  [
    'capability',
    'enforced.capabilities',
    [{ value: 'CAP_SYS_ADMIN', profile: { runtime: aRuntime(['capability:cap_sys_admin']) } }],
    [
      { value: 'CAP_SYS_ADMIN', profile: { runtime: aRuntime([]) } },
      { value: null, profile: { runtime: aRuntime(['capability:']) } },
      { value: 'CAP_SYS_ADMIN' },
    ],
  ],
  [
    'command',
    'usage.commandsNotUsed',
    [{ value: 'Fetch --Deep', fields: { 'usage.commandsNotUsed': ['fetch --deep'] } }],
    [
      { value: 'fetch', fields: { 'usage.commandsNotUsed': ['fetch --deep'] } },
      { value: 'fetch', fields: { 'usage.commandsNotUsed': ['fetch'], 'usage.commandsUsed': ['fetch'] } },
      { value: 'fetch', fields: { 'usage.commandsNotUsed': ['fetch'] }, profile: { incomplete: true } },
      { value: null, fields: { 'usage.commandsNotUsed': ['fetch'] } },
      { value: 'fetch' },
    ],
  ],
  [
    'device',
    'enforced.devices',
    [{ value: '/dev/kvm', profile: { runtime: aRuntime(['file:/dev/kvm', 'write']) } }],
    [
      { value: '/dev/kvm', profile: { runtime: aRuntime(['file:/dev/kvm']) } },
      { value: '/dev/fuse', profile: { runtime: aRuntime(['file:/dev/kvm']) } },
      { value: '/etc/passwd', profile: { runtime: aRuntime(['file:/etc/passwd']) } },
      { value: '/dev/kvm', profile: { runtime: aRuntime([], 'unknown') } },
      { value: null, profile: { runtime: aRuntime(['file:']) } },
      { value: '/dev/kvm' },
    ],
  ],
  [
    'network_position',
    'exposure.reach',
    [{ fields: { 'exposure.reach': 'none' } }, { fields: { 'exposure.reach': 'host-only' } }],
    [{ fields: { 'exposure.reach': 'internal' } }, {}],
  ],
  [
    'reach',
    'exposure.reach',
    [
      { value: 'internet', fields: { 'exposure.reach': 'internal' } },
      { value: 'network', fields: { 'exposure.reach': 'none' } },
    ],
    [
      { value: 'internet', fields: { 'exposure.reach': 'partner' } },
      { value: 'network', fields: { 'exposure.reach': 'internal' } },
      { value: 'internet' },
    ],
  ],
  [
    'egress',
    'network.egress',
    [{ fields: { 'network.egress': 'none' } }, { fields: { 'network.egress': 'allow-list' } }],
    [{ fields: { 'network.egress': 'open' } }, {}],
  ],
  [
    'deployment',
    'input.userInteraction',
    [{ value: 'browser', fields: { 'input.userInteraction': 'no' } }],
    [
      { value: 'browser', fields: { 'input.userInteraction': 'yes' } },
      { value: 'servlet-container', fields: { 'input.userInteraction': 'no' } },
      { value: null, fields: { 'input.userInteraction': 'no' } },
      { value: 'browser' },
    ],
  ],
];

describe.each(ROWS)('the precondition %s and the field %s', (type, path, found, notFound) => {
  it.each(found)('contradict each other: %j', (each) => {
    expect(isFound(type, path, each)).toBe(true);
  });

  it.each(notFound)('do not contradict each other: %j', (each) => {
    expect(isFound(type, path, each)).toBe(false);
  });
});

describe('the contradiction table', () => {
  it('has a test case for every row and contains only fields that exist', () => {
    const tested = ROWS.map(([type, path]) => `${type} ${path}`);

    for (const { type, path } of CONTRADICTIONS) {
      expect(tested).toContain(`${type === 'any' ? 'os' : type} ${path}`);
      expect(isEnforced(path) || isProfilePath(path)).toBe(true);
    }
  });

  it('contains only these rows that dismiss', () => {
    const dismissing = CONTRADICTIONS.filter(({ effect }) => effect === 'dismiss');

    expect(dismissing.map(({ type, path, justification }) => [type, path, justification])).toEqual([
      ['os', 'runtime.os', 'requires_environment'],
      ['arch', 'runtime.arch', 'requires_environment'],
      ['language_version', 'runtime.languages', 'requires_environment'],
      ['feature', 'usage.featuresNotUsed', 'code_not_reachable'],
      ['configuration', 'usage.featuresNotUsed', 'requires_configuration'],
      ['input_kind', 'input.acceptsUntrusted', 'code_not_reachable'],
      ['command', 'usage.commandsNotUsed', 'code_not_reachable'],
      ['command', 'enforced.exec', 'protected_at_runtime'],
      ['any', 'enforced.files', 'protected_at_runtime'],
    ]);
  });

  it.each([...ONLY_LOWERING])('never dismisses by %s', (type) => {
    const rows = CONTRADICTIONS.filter((row) => row.type === type);

    expect(rows.every(({ effect }) => effect === 'deprioritize')).toBe(true);
  });

  it.each(['authenticated', 'component'] as const)('contains no profile field for %s', (type) => {
    expect(listContradictions(type).filter(({ path }) => isProfilePath(path))).toEqual([]);
  });
});
