import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import type { ProfileFields } from '../security-profile.ts';
import { detectDeploymentKind, detectFields, listDeploymentFacts, parseDeployment } from './deployment-document.ts';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: production }
spec:
  template:
    metadata: { labels: { app: shop } }
    spec:
      securityContext:
        runAsNonRoot: true
        seccompProfile: { type: RuntimeDefault }
      nodeSelector: { kubernetes.io/arch: arm64, kubernetes.io/os: linux }
      containers:
        - name: web
          image: ghcr.io/acme/shop:1.0
          ports: [{ containerPort: 8080 }]
          securityContext:
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL], add: [NET_BIND_SERVICE] }
`;

function service(type: string, more = ''): string {
  return `apiVersion: v1
kind: Service
metadata: { name: shop, namespace: production${more} }
spec: { type: ${type}, selector: { app: shop }, ports: [{ port: 80 }] }
`;
}

const INGRESS = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: public, namespace: production }
spec: { rules: [{ http: { paths: [{ backend: { service: { name: shop } } }] } }] }
`;

function policy(egress: string, selector = '{}', namespace = 'production'): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: out, namespace: ${namespace} }
spec: { podSelector: ${selector}, policyTypes: [Egress], egress: ${egress} }
`;
}

function detect(texts: readonly string[], isOwn: (image: string) => boolean = () => false): ProfileFields {
  const documents = texts.map((text, i) => {
    const kind = detectDeploymentKind(text);
    if (kind === undefined) throw new Error('no kind');
    return { name: `${i + 1}.yaml`, document: parseDeployment(text, kind) };
  });
  return detectFields(documents, isOwn);
}

function valuesOf(fields: ProfileFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([path, { value }]) => [path, value]));
}

describe('Kubernetes objects', () => {
  it('show the settings of a container, with the line of each', () => {
    const fields = detect([DEPLOYMENT]);

    expect(valuesOf(fields)).toEqual({
      'exposure.entryPoints': [{ protocol: 'tcp', port: 8080, auth: 'unknown' }],
      'ops.environment': 'prod',
      'privilege.capabilities': ['net_bind_service'],
      'privilege.confinement': ['seccomp'],
      'privilege.hostNetwork': 'no',
      'privilege.hostPath': 'no',
      'privilege.privilegedContainer': 'no',
      'privilege.readOnlyRootFs': 'yes',
      'privilege.runsAsRoot': 'no',
      'runtime.arch': ['arm64'],
      'runtime.containerized': 'yes',
      'runtime.orchestrator': 'kubernetes',
      'runtime.os': 'linux',
    });
    expect(fields['privilege.runsAsRoot']).toEqual({
      value: 'no',
      source: 'imported',
      evidence: '1.yaml line 9: runAsNonRoot: true',
    });
    expect(fields['privilege.capabilities']?.complete).toBe(true);
  });

  it.each([
    ['internal', [service('ClusterIP')]],
    ['internet', [service('NodePort')]],
    ['internet', [service('LoadBalancer')]],
    ['internal', [service('LoadBalancer', ', annotations: { networking.gke.io/load-balancer-type: Internal }')]],
    ['internet', [service('ClusterIP'), INGRESS]],
    [undefined, [service('LoadBalancer').replace('app: shop', 'app: other')]],
    [undefined, [service('LoadBalancer').replace('production', 'elsewhere')]],
  ])('have the reach %s, whatever the order of documents', (reach, others) => {
    expect(detect([DEPLOYMENT, ...others])['exposure.reach']?.value).toBe(reach);
    expect(detect([...others, DEPLOYMENT])['exposure.reach']?.value).toBe(reach);
  });

  it('are not reached without a port and a service', () => {
    const job = DEPLOYMENT.replace('ports: [{ containerPort: 8080 }]', '');

    expect(detect([job])['exposure.reach']?.value).toBe('none');
    expect(
      detect([job.replace('nodeSelector', 'hostNetwork: true\n      nodeSelector')])['exposure.reach'],
    ).toBeUndefined();
  });

  it.each([
    ['none', 'no', [policy('[]')]],
    ['open', 'yes', [policy('[{}]')]],
    ['open', 'yes', [policy('[]'), policy('[{}]')]],
    ['open', 'yes', [policy('[{ to: [{ ipBlock: { cidr: 0.0.0.0/0 } }] }]')]],
    ['allow-list', 'no', [policy('[{ to: [{ podSelector: {} }], ports: [{ port: 5432 }] }]')]],
    ['allow-list', 'yes', [policy('[{ ports: [{ port: 53, protocol: UDP }] }]')]],
    [undefined, undefined, [policy('[]', '{ matchLabels: { app: other } }')]],
    [undefined, undefined, [policy('[]', '{ matchExpressions: [{ key: app, operator: Exists }] }')]],
    [undefined, undefined, [policy('[]', '{}', 'elsewhere')]],
  ])('allow the egress %s with outgoing DNS %s', (egress, dns, policies) => {
    const fields = detect([DEPLOYMENT, ...policies]);

    expect(fields['network.egress']?.value).toBe(egress);
    expect(fields['network.dnsOutbound']?.value).toBe(dns);
  });

  it('count with the least favorable container, and leave open what one does not state', () => {
    const sidecar = DEPLOYMENT.replace(
      'containers:',
      'containers:\n        - { name: log, image: log:1, securityContext: { runAsUser: 0 } }',
    );
    const fields = detect([sidecar]);

    expect(fields['privilege.runsAsRoot']?.value).toBe('yes');
    expect(fields['privilege.readOnlyRootFs']?.value).toBe('no');
    expect(fields['privilege.capabilities']).toMatchObject({ value: ['net_bind_service'], complete: false });
    expect(fields['privilege.confinement']?.value).toEqual(['seccomp']);
    expect(valuesOf(detect([sidecar], (image) => image.startsWith('ghcr.io/acme/')))).toMatchObject({
      'privilege.runsAsRoot': 'no',
      'privilege.readOnlyRootFs': 'yes',
    });
  });

  it('take from the image what they do not set', () => {
    const unset = DEPLOYMENT.replace('runAsNonRoot: true', 'fsGroup: 1');

    expect(detect([unset])['privilege.runsAsRoot']).toBeUndefined();
    expect(detect([unset, 'FROM alpine\nUSER 1000\n'])['privilege.runsAsRoot']?.value).toBe('no');
    expect(detect([DEPLOYMENT, 'FROM alpine\nUSER 0\n'])['privilege.runsAsRoot']?.value).toBe('no');
  });

  it('are also read from a list and from JSON, and other kinds are listed', () => {
    const list = JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [
        { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'a', securityContext: { privileged: true } }] } },
        { apiVersion: 'example.com/v1', kind: 'Rocket' },
      ],
    });
    const document = parseDeployment(list, 'kubernetes');

    expect(detectFields([{ name: 'a', document }], () => false)['privilege.privilegedContainer']?.value).toBe('yes');
    expect(document.warnings).toMatchObject([{ code: 'unread-kind', text: 'example.com/v1 Rocket' }]);
  });

  it.each([
    ['helm template', 'apiVersion: v1\nkind: Service\nmetadata: { name: {{ .Values.name }} }'],
    ['kubectl kustomize', 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]'],
  ])('that must be rendered first are refused with %s', (command, text) => {
    expect(() => detectDeploymentKind(text)).toThrow(command);
  });
});

describe('a Compose file', () => {
  it.each([
    ['internet', 'ports: ["8080:80"]'],
    ['internet', 'ports: ["0.0.0.0:8080:80"]'],
    ['host-only', 'ports: ["127.0.0.1:8080:80"]'],
    ['host-only', 'ports: [{ target: 80, published: 8080, host_ip: 127.0.0.1 }]'],
    ['internet', 'ports: [{ target: 80, published: 8080 }]'],
    ['internal', 'expose: [80]'],
    ['none', 'network_mode: none'],
    [undefined, 'network_mode: host'],
  ])('has the reach %s for %s', (reach, setting) => {
    expect(detect([`services:\n  web:\n    image: a:1\n    ${setting}\n`])['exposure.reach']?.value).toBe(reach);
  });

  it('shows user, permissions, platform and networks, also through anchors and merged maps', () => {
    const fields = detect([
      `x-base: &base
  user: "1000:1000"
  read_only: true
  cap_drop: [ALL]
services:
  web:
    <<: *base
    image: a:1
    platform: linux/amd64
    volumes: ["/var/run:/run", "data:/data"]
    networks: [inner]
networks:
  inner: { internal: true }
`,
    ]);

    expect(valuesOf(fields)).toEqual({
      'exposure.reach': 'internal',
      'network.egress': 'none',
      'privilege.capabilities': [],
      'privilege.hostNetwork': 'no',
      'privilege.hostPath': 'yes',
      'privilege.privilegedContainer': 'no',
      'privilege.readOnlyRootFs': 'yes',
      'privilege.runsAsRoot': 'no',
      'runtime.arch': ['amd64'],
      'runtime.containerized': 'yes',
      'runtime.orchestrator': 'docker',
      'runtime.os': 'linux',
    });
  });

  it('does not know a user that is a variable', () => {
    expect(detect(['services: { web: { image: a, user: "${UID}" } }'])['privilege.runsAsRoot']).toBeUndefined();
  });
});

describe('a Dockerfile', () => {
  it('is described by its last stage and the stages that it begins with', () => {
    const fields = detect([
      `# syntax=docker/dockerfile:1
ARG BASE=alpine
FROM $BASE AS base
USER 1000
FROM golang AS build
USER root
RUN go build
FROM --platform=linux/arm64 base
COPY --from=build /app /app
EXPOSE 8080 9090/udp
`,
    ]);

    expect(valuesOf(fields)).toEqual({
      'exposure.entryPoints': [
        { protocol: 'tcp', port: 8080, auth: 'unknown' },
        { protocol: 'udp', port: 9090, auth: 'unknown' },
      ],
      'privilege.runsAsRoot': 'no',
      'runtime.arch': ['arm64'],
      'runtime.containerized': 'yes',
      'runtime.os': 'linux',
    });
  });

  it.each([
    ['FROM a\nUSER root\n', 'yes'],
    ['FROM a\nUSER app:app\n', 'no'],
    ['FROM a\nUSER app\nUSER 0:0\n', 'yes'],
    ['FROM a\nUSER $APP_UID\n', undefined],
    ['FROM a\nRUN <<EOF\nUSER app\nEOF\n', undefined],
    ['FROM a\nRUN one \\\n  # a comment\n  two\nUSER app\n', 'no'],
  ])('%j runs as root: %s', (text, isRoot) => {
    expect(detect([text])['privilege.runsAsRoot']?.value).toBe(isRoot);
  });

  it('with a here-document that never ends is refused, because what follows is not known', () => {
    expect(() => parseDeployment('FROM a\nUSER app\nRUN <<EOF\nUSER root\n', 'dockerfile')).toThrow(/EOF/);
  });
});

describe('an image configuration', () => {
  const CONFIG = { User: '', ExposedPorts: { '443/tcp': {} }, Entrypoint: ['/bin/sh', '-c', 'run'] };

  it.each([
    ['crane config', { architecture: 'amd64', os: 'linux', config: CONFIG }],
    ['docker inspect', [{ Architecture: 'amd64', Os: 'linux', Config: CONFIG }]],
    ['a report', { Metadata: { ImageConfig: { architecture: 'amd64', os: 'linux', config: CONFIG } } }],
  ])('is read from the output of %s', (_, value) => {
    expect(valuesOf(detect([JSON.stringify(value)]))).toEqual({
      'exposure.entryPoints': [{ protocol: 'tcp', port: 443, auth: 'unknown' }],
      'privilege.runsAsRoot': 'yes',
      'privilege.shellAvailable': 'yes',
      'runtime.arch': ['amd64'],
      'runtime.containerized': 'yes',
      'runtime.os': 'linux',
    });
  });
});

describe('hostile documents', () => {
  it.each([
    ['deep lists', `apiVersion: v1\na: ${'['.repeat(5_000)}${']'.repeat(5_000)}`, /levels deep/],
    [
      'deep maps',
      `apiVersion: v1\n${Array.from({ length: 200 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')} b`,
      /levels deep/,
    ],
    ['too many values', `apiVersion: v1\na: [${'1,'.repeat(LIMITS.deploymentNodesMax)}1]`, /more than/],
    ['too many documents', 'a: 1\n---\n'.repeat(LIMITS.deploymentPartsMax + 1), /more than/],
    ['a repeated key', 'kind: Pod\nkind: Pod\n', /repeated/],
    ['broken YAML', 'a: [1', /line 1/],
  ])('are refused: %s', (_, text, message) => {
    expect(() => parseDeployment(text, 'kubernetes')).toThrow(message);
  });

  it('with aliases that multiply, or contain themselves, cost no more than their text', () => {
    const levels = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`).join('\n');
    const text = `a0: &a0 [x]\n${levels}\nservices: &s { web: { image: a, <<: *s, networks: *a30 } }\n`;

    expect(detect([text])['runtime.orchestrator']?.value).toBe('docker');
  });

  it('never throw anything but an error with a code', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const kind of ['kubernetes', 'compose', 'dockerfile', 'image-config'] as const) {
          try {
            listDeploymentFacts(parseDeployment(text, kind));
          } catch (error) {
            expect(error).toHaveProperty('code');
          }
        }
      }),
      { seed: 24, numRuns: 300 },
    );
  });
});
