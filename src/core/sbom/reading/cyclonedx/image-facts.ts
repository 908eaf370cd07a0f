/**
 * What tools say about the image that a document was made from: its layers in their order, and which image it was built on. Trivy
 * writes both beside what the document is about, syft labels beside the metadata.
 * https://github.com/opencontainers/image-spec/blob/main/annotations.md
 */
import { LIMITS } from '../../../limits.ts';
import { cleanText } from '../../clean-text.ts';
import { listIn, member, textIn } from '../../foreign-value.ts';
import type { ImageFacts } from '../../inventory.ts';

const LAYER = 'aquasecurity:trivy:DiffID';
const LABELS = ['aquasecurity:trivy:Labels:', 'syft:image:labels:'] as const;
const BASE_NAMES: ReadonlySet<string> = new Set(LABELS.map((prefix) => `${prefix}org.opencontainers.image.base.name`));
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Undefined: nothing is said. */
export function readImageFacts(metadata: unknown): ImageFacts | undefined {
  const layers = new Set<string>();
  let baseName: string | undefined;
  for (const holder of [member(metadata, 'component'), metadata]) {
    for (const property of listIn(holder, 'properties')) {
      const [name, value] = [textIn(property, 'name'), textIn(property, 'value')];
      if (name === undefined || value === undefined) continue;
      if (name === LAYER && DIGEST.test(value) && layers.size < LIMITS.imageLayersMax) layers.add(value);
      if (BASE_NAMES.has(name)) baseName ??= toName(value);
    }
  }
  if (layers.size === 0 && baseName === undefined) return undefined;
  return { layers: [...layers], baseName };
}

/** What is longer names nothing. */
function toName(value: string): string | undefined {
  return value === '' || value.length > LIMITS.imageCharactersMax || cleanText(value) !== value ? undefined : value;
}
