/**
 * Facts about the image that a document was created from: its layers in order, and its base image. Trivy writes both as
 * properties of the subject, syft writes labels as properties of the metadata.
 * https://github.com/opencontainers/image-spec/blob/main/annotations.md
 */
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { cleanText } from '../clean-text.ts';
import { listIn, textIn } from '../untrusted-value.ts';
import type { ImageFacts } from '../inventory.ts';

const LAYER = 'aquasecurity:trivy:DiffID';
const LABELS = ['aquasecurity:trivy:Labels:', 'syft:image:labels:'] as const;
const BASE_NAMES: ReadonlySet<string> = new Set(LABELS.map((prefix) => `${prefix}org.opencontainers.image.base.name`));
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Undefined: not stated. */
export function parseImageFacts(metadata: unknown): ImageFacts | undefined {
  const layers = new Set<string>();
  let baseName: string | undefined;
  for (const holder of [memberIn(metadata, 'component'), metadata]) {
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

/** A longer text is not a valid name. */
function toName(value: string): string | undefined {
  return value === '' || value.length > LIMITS.imageCharactersMax || cleanText(value) !== value ? undefined : value;
}
