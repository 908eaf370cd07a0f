/**
 * ENTRY. Deployment documents describe how a service is run: Kubernetes objects, Compose files, Dockerfiles and image
 * configurations. `parseDeployment` reads one document; `detectFields` evaluates all documents of a profile together.
 */
import { PROFILE_DOCUMENT_NOT_RENDERED, PROFILE_DOCUMENT_UNREADABLE } from '../errors.ts';
import type { DeploymentKind } from '../../vocabulary/profile.ts';
import type { ProfilePath } from '../profile-fields.ts';
import type { DocumentFact } from '../runtime/runtime-document.ts';
import { quoteLine, type RuntimeWarning } from '../runtime/runtime-warning.ts';
import type { ProfileField, ProfileFields } from '../security-profile.ts';
import { readCompose } from './compose.ts';
import {
  combineFields,
  withDocument,
  type DeployedContainer,
  type ShownFields,
  type ShownValue,
} from './deployment-facts.ts';
import { findImageConfig, listInstructions, readDockerfile, readImageConfig } from './image.ts';
import { listPodContainers, type PlacedObject } from './kubernetes-fields.ts';
import { readKubernetes, type KubernetesObject } from './kubernetes.ts';
import { parseYaml } from './yaml-document.ts';

export type DeploymentDocument = { readonly warnings: readonly RuntimeWarning[] } & (
  | { readonly kind: 'kubernetes'; readonly objects: readonly KubernetesObject[] }
  | { readonly kind: 'compose'; readonly containers: readonly DeployedContainer[] }
  | { readonly kind: 'dockerfile' | 'image-config'; readonly fields: ShownFields }
);

export function parseDeployment(text: string, kind: DeploymentKind): DeploymentDocument {
  const warnings: RuntimeWarning[] = [];
  if (kind === 'dockerfile') {
    const instructions = listInstructions(text);
    if (!instructions.some(({ name }) => name === 'FROM')) throw toUnreadable('it has no FROM instruction');
    return { kind, fields: readDockerfile(instructions), warnings };
  }
  requireRendered(text);
  const nodes = parseYaml(text);
  const [root] = nodes;
  if (root === undefined) throw toUnreadable('it is empty');
  if (kind === 'compose') {
    if (root.member('services') === undefined) throw toUnreadable('it has no "services"');
    return { kind, containers: readCompose(root), warnings };
  }
  if (kind === 'image-config') {
    const image = findImageConfig(root);
    if (image === undefined) throw toUnreadable('it has no "architecture" and "os" of an image');
    return { kind, fields: readImageConfig(image), warnings };
  }
  return { kind, objects: readKubernetes(nodes, warnings), warnings };
}

const KUSTOMIZATIONS = [/^kind:[ \t]*Kustomization\b/m, /^apiVersion:[ \t]*kustomize\.config\.k8s\.io/m];

function requireRendered(text: string): void {
  if (text.includes('{{')) throw PROFILE_DOCUMENT_NOT_RENDERED({ tool: 'Helm', command: 'helm template' });
  if (KUSTOMIZATIONS.some((each) => each.test(text)))
    throw PROFILE_DOCUMENT_NOT_RENDERED({ tool: 'Kustomize', command: 'kubectl kustomize' });
}

function toUnreadable(problem: string): Error {
  return PROFILE_DOCUMENT_UNREADABLE({ line: 1, column: 1, problem });
}

const FIRST_WORD = /^(?:\s|#[^\n]*\n)*([A-Za-z]+)/;

/** Undefined: none of these kinds. */
export function detectDeploymentKind(text: string): DeploymentKind | undefined {
  const [, word = ''] = FIRST_WORD.exec(text) ?? [];
  if (DOCKERFILE_STARTS.has(word.toUpperCase())) return 'dockerfile';
  requireRendered(text);
  const [root] = parseYaml(text);
  if (root === undefined) return undefined;
  if (root.member('apiVersion') !== undefined && root.member('kind') !== undefined) return 'kubernetes';
  if (root.member('services')?.members()[0] !== undefined) return 'compose';
  return findImageConfig(root) === undefined ? undefined : 'image-config';
}

const DOCKERFILE_STARTS = new Set(['FROM', 'ARG']);

export interface NamedDeployment {
  readonly name: string;
  readonly document: DeploymentDocument;
}

/**
 * Fields shown by all documents together, without confirmation. Of several containers the less favorable value counts. `isOwn`
 * selects the containers of the service by image; if none is selected, all count.
 */
export function detectFields(documents: readonly NamedDeployment[], isOwn: (image: string) => boolean): ProfileFields {
  const containers = listContainers(documents);
  const own = containers.filter(({ image }) => image !== null && isOwn(image));
  const counted = own.length > 0 ? own : containers;
  const image = combineFields(
    documents.flatMap(({ name, document }) => ('fields' in document ? [withDocument(document.fields, name)] : [])),
  );
  const fields =
    counted.length === 0 ? image : combineFields(counted.map((each) => completeContainer(each, image, counted)));
  return Object.fromEntries(Object.entries(fields).map(([path, value]) => [path as ProfilePath, toField(value)]));
}

function listContainers(documents: readonly NamedDeployment[]): readonly DeployedContainer[] {
  const objects = documents.flatMap(({ name, document }): PlacedObject[] =>
    document.kind === 'kubernetes' ? document.objects.map((object) => ({ ...object, document: name })) : [],
  );
  const composed = documents.flatMap(({ name, document }) =>
    document.kind === 'compose'
      ? document.containers.map((each) => ({ ...each, fields: withDocument(each.fields, name) }))
      : [],
  );
  return [...listPodContainers(objects), ...composed];
}

/** What the deployment does not set is as in the image, if all containers run the same image. */
function completeContainer(
  { fields }: DeployedContainer,
  image: ShownFields,
  all: readonly DeployedContainer[],
): ShownFields {
  return new Set(all.map((each) => each.image)).size === 1 ? { ...image, ...fields } : fields;
}

function toField({ value, complete, text, line, document = '' }: ShownValue): ProfileField {
  const evidence = `${document} line ${line}: ${text}`;
  return { value, ...(complete !== undefined && { complete }), source: 'imported', evidence };
}

/** What a document shows by itself, in the order of its lines. */
export function listDeploymentFacts(document: DeploymentDocument): readonly DocumentFact[] {
  const containers = listContainers([{ name: '', document }]);
  const fields = 'fields' in document ? [document.fields] : containers.map((each) => each.fields);
  const names = containers.map(({ name, image }) => ({
    text: `${name}${image === null ? '' : `, image ${quoteLine(image)}`}`,
    line: null,
  }));
  const shown = fields
    .flatMap((each) => Object.entries(each))
    .map(([path, { text, line }]) => ({ text: `${path}: ${text}`, line }));
  return [...names, ...shown.toSorted((a, b) => a.line - b.line)];
}
