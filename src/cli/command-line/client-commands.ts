/** Commands that scan files, and those that talk to a running Assay over its API. */
import { CONFIDENCES, FINDING_SORTS } from '../../core/vocabulary/finding.ts';
import { DISTANCE_LIMITS, STRATEGIES } from '../../core/vocabulary/remediation.ts';
import { GATE_SEVERITIES, HARMFUL_SEVERITIES } from '../../core/vocabulary/severity.ts';
import { EXPORTED_VEX_FORMATS } from '../../core/vocabulary/vex.ts';
import { defineCommand, type CommandDefinition } from './define-command.ts';

const ADDRESS = {
  url: { value: 'url', summary: 'URL of Assay (default: ASSAY_URL)' },
  'token-file': { value: 'file', summary: 'file with the token (default: the token in ASSAY_TOKEN)' },
} as const;
const SERVER = {
  ...ADDRESS,
  retries: { value: 'n', summary: 'retries after a failed connection, 408, 429 or 5xx', default: '4' },
} as const;
const CONNECTION = {
  ...SERVER,
  timeout: { value: 'seconds', summary: 'longest time for one request', default: '60' },
} as const;
const JSON_OUTPUT = { json: { summary: 'print the response of the API as JSON' } } as const;
const MARKDOWN_OUTPUT = { markdown: { summary: 'print Markdown, for example for a pull request' } } as const;
const LIMIT = { limit: { value: 'n', summary: 'longest list', default: '100' } } as const;
const WAIT_SECONDS = {
  'wait-seconds': { value: 'n', summary: 'longest time to wait for an analysis', default: '300' },
} as const;
const SERVICE = { name: 'service', summary: 'name or id of the service' } as const;
const VERSION = { name: 'version', summary: 'name, alias or id of the version' } as const;
const NEWEST = {
  name: 'version',
  summary: 'name, alias or id of the version (default: the newest)',
  optional: true,
} as const;
const OUTPUT = {
  output: { value: 'file', summary: 'write the result to a file; overwrites an existing file' },
} as const;

export const SCAN_COMMANDS: readonly CommandDefinition[] = [
  defineCommand({
    name: 'scan',
    summary: 'find known vulnerabilities in SBOMs and lockfiles without storing them',
    description:
      'Needs no server. In an empty folder it creates a database with the built-in starter set of advisories; "assay advisories sync" loads the rest. Below a folder, JSON files count as SBOMs by name (*.cdx.json, *.spdx.json, bom.json, sbom.json) or by content, and lockfiles by name (package-lock.json, yarn.lock, go.mod, poetry.lock and others); the command prints which files it reads and skips. Standard input must be an SBOM.',
    arguments: [
      {
        name: 'file',
        summary: 'SBOMs, lockfiles, folders or patterns, or - for an SBOM on standard input',
        multiple: true,
      },
    ],
    options: {
      format: {
        value: 'format',
        summary: 'output format: table, json, sarif or cyclonedx',
        choices: ['table', 'json', 'sarif', 'cyclonedx'],
        default: 'table',
      },
      ...OUTPUT,
      'fail-on': {
        value: 'severity',
        summary: 'exit with code 3 if a finding has this severity or higher: critical, high, medium or low',
        choices: HARMFUL_SEVERITIES,
      },
      distro: { value: 'name-release', summary: 'distribution of the system packages, for example debian-12' },
      image: { value: 'reference', summary: 'image that the SBOM describes' },
    },
    examples: [
      ['scan sbom.json', 'Print a table of the findings'],
      ['scan package-lock.json api/go.mod', 'Scan lockfiles'],
      ['scan . --fail-on high', 'Scan all SBOMs and lockfiles below a folder'],
      ['scan build/ --format sarif --output assay.sarif', 'Write the findings of all files for code scanning'],
      ['scan - --fail-on high < sbom.json', 'Fail a build without a server'],
    ],
    run: async (values, places) => await (await import('../commands/scan/scan.ts')).scan(values, places),
  }),
];

export const CLIENT_COMMANDS: readonly CommandDefinition[] = [
  defineCommand({
    name: 'upload',
    summary: 'upload SBOMs to a running Assay, and wait for the result or a gate',
    description:
      'Uploading the same file again changes nothing, so an interrupted command can be repeated. {name} and {folder} in --service, --version, --image and --slot stand for the name of the file without its endings and the name of its folder. Branch, commit and origin come from the variables of the CI system or from git. Exit code 3: a gate failed.',
    arguments: [{ name: 'file', summary: 'SBOM files, folders or patterns, or - for standard input', multiple: true }],
    options: {
      service: { value: 'name', summary: 'service, created if it does not exist; required' },
      version: { value: 'name', summary: 'version (default: the tag or commit of the build; with --image, the image)' },
      image: { value: 'reference', summary: 'image that the SBOM describes' },
      slot: { value: 'name', summary: 'slot of the SBOM in the version (default: by image or subject)' },
      distro: { value: 'name-release', summary: 'distribution of the system packages, for example debian-12' },
      tag: { value: 'tag', summary: 'tag for a new version; can be repeated', multiple: true },
      branch: { value: 'name', summary: 'branch of the build (default: detected)' },
      commit: { value: 'sha', summary: 'commit of the build (default: detected)' },
      origin: { value: 'url', summary: 'URL of the repository (default: detected)' },
      git: {
        value: 'auto|off',
        summary: 'whether to detect branch, commit and origin',
        choices: ['auto', 'off'],
        default: 'auto',
      },
      wait: { summary: 'wait for the analyses and print the number of findings' },
      ...WAIT_SECONDS,
      gate: { summary: 'wait, and exit with code 3 if the gate fails' },
      'fail-on': {
        value: 'severity',
        summary: `severity of the gate: ${GATE_SEVERITIES.join(', ')} (default: high); implies --gate`,
        choices: GATE_SEVERITIES,
      },
      'new-since': {
        value: 'version',
        summary: 'fail only on findings that this version, or "previous", does not have; implies --gate',
      },
      parallel: { value: 'n', summary: 'uploads at a time', default: '4' },
      ...JSON_OUTPUT,
      ...MARKDOWN_OUTPUT,
      ...SERVER,
      timeout: { value: 'seconds', summary: 'longest time for one upload', default: '600' },
    },
    examples: [
      ['upload --service team/api --version 1.4.2 sbom.json', 'Upload one SBOM'],
      [
        'upload --service team/api sbom.json --fail-on high --new-since previous',
        'Fail on new high or critical findings',
      ],
      ['upload --service "{name}" --version 2026-11 "images/**/*.cdx.json"', 'Upload one service per file'],
      ['upload --service team/api --version 1.4.2 - < sbom.json', 'Upload standard input'],
    ],
    run: async (values, places) => await (await import('../commands/client/upload.ts')).upload(values, places),
  }),
  defineCommand({
    name: 'findings',
    summary: 'list the findings of a version, most urgent first',
    arguments: [SERVICE, NEWEST],
    options: {
      severity: { value: 'a,b', summary: 'only these severities' },
      package: { value: 'name', summary: 'only this package' },
      cve: { value: 'id', summary: 'only this vulnerability, by any of its ids' },
      'new-since': { value: 'version', summary: 'only findings that this version does not have' },
      kev: { summary: 'only known exploited vulnerabilities' },
      fixable: { summary: 'only findings with a fixed version' },
      all: { summary: 'include findings that are not relevant' },
      sort: {
        value: 'order',
        summary: `order: ${FINDING_SORTS.join(', ')}`,
        choices: FINDING_SORTS,
        default: 'priority',
      },
      ...LIMIT,
      ...OUTPUT,
      ...JSON_OUTPUT,
      ...MARKDOWN_OUTPUT,
      sarif: { summary: 'print SARIF 2.1.0, with all findings' },
      csv: { summary: 'print CSV, with all findings' },
      ...CONNECTION,
    },
    examples: [
      ['findings team/api', 'List the findings of the newest version'],
      ['findings team/api 1.4.2 --severity critical,high --fixable', 'List what an upgrade fixes'],
      ['findings team/api 1.4.2 --sarif --output assay.sarif', 'Export for code scanning'],
    ],
    run: async (values, [service = '', version]) =>
      await (await import('../commands/client/findings.ts')).listFindings(values, service, version),
  }),
  defineCommand({
    name: 'diff',
    summary: 'compare two versions of a service',
    arguments: [
      SERVICE,
      { name: 'version', summary: 'older version, or the newer one if it is compared with the previous version' },
      { name: 'newer version', summary: 'newer version', optional: true },
    ],
    options: { ...JSON_OUTPUT, ...MARKDOWN_OUTPUT, ...CONNECTION },
    examples: [
      ['diff team/api 1.4.1 1.4.2', 'Show what 1.4.2 introduced and fixed'],
      ['diff team/api 1.4.2 --markdown', 'Compare with the previous version, for a pull request'],
    ],
    run: async (values, [service = '', first = '', second]) =>
      await (await import('../commands/client/diff.ts')).compare(values, service, first, second),
  }),
  defineCommand({
    name: 'plan',
    summary: 'show which upgrades fix the findings of a version, with commands to copy',
    arguments: [SERVICE, NEWEST],
    options: {
      strategy: {
        value: 'strategy',
        summary: `target of upgrades: ${STRATEGIES.join(' or ')}`,
        choices: STRATEGIES,
        default: 'lowest',
      },
      'max-distance': {
        value: 'size',
        summary: `largest upgrade: ${DISTANCE_LIMITS.join(', ')}`,
        choices: DISTANCE_LIMITS,
      },
      image: { value: 'reference', summary: 'plan for this image only' },
      limit: { value: 'n', summary: 'most steps', default: '20' },
      ...JSON_OUTPUT,
      ...MARKDOWN_OUTPUT,
      ...CONNECTION,
    },
    examples: [['plan team/api', 'Decide what to upgrade first']],
    run: async (values, [service = '', version]) =>
      await (await import('../commands/client/plan.ts')).showPlan(values, service, version),
  }),
  defineCommand({
    name: 'gate',
    summary: 'exit with code 3 if the findings of a version fail',
    description:
      'Exit code 0 means a pass with real advisory data. A result that is pending or unknown is an error (1). Conditions are explained in docs/guides/gate-a-pull-request.md.',
    arguments: [SERVICE, VERSION],
    options: {
      'fail-on': {
        value: 'severity',
        summary: `fail on this severity or higher: ${GATE_SEVERITIES.join(', ')}`,
        choices: GATE_SEVERITIES,
        default: 'high',
      },
      'new-since': {
        value: 'version',
        summary: 'fail only on findings that this version, or "previous", does not have',
      },
      'fixable-only': { summary: 'fail only on findings with a fixed version' },
      kev: { summary: 'also fail on every known exploited vulnerability' },
      'min-coverage': { value: 'percent', summary: 'smallest share of checked components' },
      'min-confidence': {
        value: 'confidence',
        summary: `smallest confidence: ${CONFIDENCES.join(', ')}`,
        choices: CONFIDENCES,
      },
      ...WAIT_SECONDS,
      ...JSON_OUTPUT,
      ...MARKDOWN_OUTPUT,
      ...CONNECTION,
    },
    examples: [['gate team/api 1.4.2 --new-since previous', 'Fail on new high or critical findings']],
    run: async (values, [service = '', version = '']) =>
      await (await import('../commands/client/gate.ts')).checkGate(values, service, version),
  }),
  defineCommand({
    name: 'vex export',
    summary: 'export the status of every open finding of a version as VEX',
    arguments: [SERVICE, VERSION],
    options: {
      format: {
        value: 'format',
        summary: `format: ${EXPORTED_VEX_FORMATS.join(' or ')}`,
        choices: EXPORTED_VEX_FORMATS,
        default: 'openvex',
      },
      ...OUTPUT,
      ...CONNECTION,
    },
    examples: [['vex export team/api 1.4.2 --output vex.json', 'Publish your decisions']],
    run: async (values, [service = '', version = '']) =>
      await (await import('../commands/client/vex.ts')).exportVex(values, service, version),
  }),
  defineCommand({
    name: 'vex import',
    summary: 'import a VEX document for a version, a service or the organization',
    arguments: [{ name: 'file', summary: 'CycloneDX, OpenVEX or CSAF VEX document, or - for standard input' }],
    options: {
      service: { value: 'name or id', summary: 'service that it applies to (default: the organization)' },
      version: { value: 'name or id', summary: 'version that it applies to (default: all versions)' },
      ...JSON_OUTPUT,
      ...CONNECTION,
    },
    examples: [['vex import supplier.vex.json --service team/api', 'Use the statements of a supplier']],
    run: async (values, [file = '']) => await (await import('../commands/client/vex.ts')).importVex(values, file),
  }),
  defineCommand({
    name: 'service list',
    summary: 'list services with their newest version and its findings',
    options: {
      q: { value: 'text', summary: 'only services whose name contains this text' },
      ...LIMIT,
      ...JSON_OUTPUT,
      ...CONNECTION,
    },
    examples: [['service list --q api', 'Find a service']],
    run: async (values) => await (await import('../commands/client/service.ts')).listServices(values),
  }),
  defineCommand({
    name: 'service show',
    summary: 'show a service and its versions',
    arguments: [SERVICE],
    options: { limit: { value: 'n', summary: 'most versions', default: '20' }, ...JSON_OUTPUT, ...CONNECTION },
    examples: [['service show team/api', 'List the newest versions']],
    run: async (values, [service = '']) =>
      await (await import('../commands/client/service.ts')).showService(values, service),
  }),
  defineCommand({
    name: 'status',
    summary: 'show whether Assay accepts uploads, the age of its advisories, and the token',
    options: { ...JSON_OUTPUT, ...CONNECTION },
    examples: [['status', 'Check address and token before a build']],
    run: async (values) => await (await import('../commands/client/status.ts')).showStatus(values),
  }),
  defineCommand({
    name: 'profile push',
    summary: 'send deployment or runtime documents to the security profile of a service',
    description: 'Accepts Kubernetes, Compose, Dockerfile, image configuration, AppArmor and seccomp documents.',
    arguments: [{ name: 'file', summary: 'documents to send', multiple: true }],
    options: {
      service: { value: 'name or id', summary: 'service that they describe; required' },
      profile: { value: 'name', summary: 'security profile, created if it does not exist', default: 'default' },
      confirm: { summary: 'the service is deployed as they say: the values take effect' },
      ...CONNECTION,
    },
    examples: [['profile push --service team/api deployment.yaml Dockerfile', 'Fill in a profile from documents']],
    run: async (values, places) => await (await import('../commands/profile.ts')).pushDocuments(values, places),
  }),
  defineCommand({
    name: 'reachability push',
    summary: 'send an analysis of calls to a version of a service',
    description: 'Accepts govulncheck, osv-scanner and CycloneDX with evidence.',
    arguments: [{ name: 'file', summary: 'analysis to send' }],
    options: {
      service: { value: 'name or id', summary: 'service that was analyzed; required' },
      version: { value: 'name or id', summary: 'version that was analyzed; required' },
      image: { value: 'image', summary: 'image that was analyzed, as named with its SBOM (default: the sources)' },
      commit: { value: 'sha', summary: 'commit that was analyzed' },
      ...CONNECTION,
    },
    examples: [
      ['reachability push --service team/api --version 1.4.2 govulncheck.json', 'Dismiss findings that are not called'],
    ],
    run: async (values, [file = '']) =>
      await (await import('../commands/reachability.ts')).pushReachability(values, file),
  }),
  defineCommand({
    name: 'import dependency-track',
    summary: 'import projects, tags, SBOMs and decisions from Dependency-Track',
    description:
      'Reads ASSAY_DEPENDENCY_TRACK_URL with ASSAY_DEPENDENCY_TRACK_KEY and saves every answer in the folder. Repeated, it continues from the folder; without the URL, it reads the folder only.',
    arguments: [{ name: 'folder', summary: 'folder for the answers of Dependency-Track' }],
    options: CONNECTION,
    examples: [['import dependency-track answers/', 'Import everything that the key can read']],
    run: async (values, [folder = '']) =>
      await (await import('../commands/import/import.ts')).importFromDependencyTrack(values, folder),
  }),
  defineCommand({
    name: 'mcp',
    summary: 'give an agent the tools of a running Assay',
    description: 'Speaks the Model Context Protocol over standard input and output.',
    options: ADDRESS,
    examples: [['mcp', 'Run by the agent that uses it']],
    run: async (values) => await (await import('../commands/mcp.ts')).mcp(values),
  }),
];
