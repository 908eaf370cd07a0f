/**
 * Parses tool-specific properties for facts that have no member in CycloneDX. The property names are a table, so a new tool is
 * one line there. The properties of a component are read in one pass.
 */
import { toGoArch, toGoOs, toKnownNames, type TargetPlatform } from '../../identity/platform-names.ts';
import { parseSourcePackage, toSourcePackage, type SourcePackage } from '../../identity/source-package.ts';
import { memberIn } from '../../json/members.ts';
import { listIn, textIn } from '../untrusted-value.ts';
import type { LocatedValue } from '../draft/to-component.ts';
import { combinePurposes, PURPOSES, type Purpose, FACTS, type Fact } from './tool-property-names.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';
import { LIMITS } from '../../limits.ts';
import { cleanText } from '../clean-text.ts';
import type { ImageFacts } from '../inventory.ts';

export interface ToolFacts {
  /** From the property that is first in the table. */
  readonly texts: ReadonlyMap<Fact, string>;
  readonly cpes: readonly LocatedValue[];
  readonly locations: readonly ToolLocation[];
  /** Scope of the component, if it is not needed at runtime. */
  readonly scope: ComponentScope | undefined;
  /** Undefined: not stated, or not in known terms. */
  readonly platform: TargetPlatform | undefined;
}

interface ToolLocation {
  readonly path: string;
  readonly layer: string | undefined;
}

const NOTHING: ToolFacts = { texts: new Map(), cpes: [], locations: [], scope: undefined, platform: undefined };

/** `holder` is a component, or the metadata of the document. */
export function parseToolProperties(holder: unknown): ToolFacts {
  const properties = listIn(holder, 'properties');
  if (properties.length === 0) return NOTHING;
  const texts = new TextsByRank();
  const cpes: LocatedValue[] = [];
  const locations: ToolLocation[] = [];
  // Syft writes a path and a layer as two properties with the same number.
  const paths: (string | undefined)[] = [];
  const layers: (string | undefined)[] = [];
  const purposes = new Set<Purpose>();
  const builtFor: Record<'os' | 'arch', string[]> = { os: [], arch: [] };
  for (let i = 0; i < properties.length; i += 1) {
    const name = textIn(properties[i], 'name');
    const known = name === undefined ? undefined : FACTS.get(name);
    if (name === undefined || known === undefined) continue;
    const value = textIn(properties[i], 'value');
    if (known.fact === 'cpe') cpes.push({ value: memberIn(properties[i], 'value'), at: `/properties/${i}/value` });
    else if (value === undefined) continue;
    else if (known.fact === 'purpose') purposes.add(PURPOSES.get(name)?.(value) ?? 'unsaid');
    else if (known.fact === 'os' || known.fact === 'arch') builtFor[known.fact].push(...value.split(','));
    else if (known.fact === 'location') locations.push({ path: value, layer: undefined });
    else if (known.fact === 'numberedPath') paths[known.rank] ??= value;
    else if (known.fact === 'numberedLayer') layers[known.rank] ??= value;
    else texts.add(known.fact, value, known.rank);
  }
  for (let number = 0; number < paths.length; number += 1) {
    const path = paths[number];
    if (path !== undefined) locations.push({ path, layer: layers[number] });
  }
  return {
    texts: texts.values,
    cpes,
    locations,
    scope: combinePurposes(purposes),
    platform: toBuiltFor(builtFor),
  };
}

/** npm also lists excluded systems, such as `!win32`; these are ignored. */
function toBuiltFor(words: Readonly<Record<'os' | 'arch', readonly string[]>>): TargetPlatform | undefined {
  if (words.os.length === 0 && words.arch.length === 0) return undefined;
  const os = toKnownNames(words.os, toGoOs);
  const arch = toKnownNames(words.arch, toGoArch);
  return os.length === 0 && arch.length === 0 ? undefined : { os, arch };
}

/** Syft writes one or two properties, the latter for rpm, whose source is a file name; Trivy writes four. */
export function findSourcePackage({ texts }: ToolFacts): SourcePackage | undefined {
  const name = texts.get('sourceName');
  if (name !== undefined) return toSourcePackage(name, texts.get('sourceVersion') ?? '');
  const sourceRpm = texts.get('sourceRpm');
  return sourceRpm === undefined ? findTrivySource(texts) : parseSourcePackage(sourceRpm);
}

function findTrivySource(texts: ReadonlyMap<Fact, string>): SourcePackage | undefined {
  const name = texts.get('trivySourceName');
  const version = texts.get('trivySourceVersion');
  if (name === undefined || version === undefined) return toSourcePackage(name ?? '', '');
  const epoch = texts.get('trivySourceEpoch');
  const release = texts.get('trivySourceRelease');
  return toSourcePackage(
    name,
    `${epoch === undefined ? '' : `${epoch}:`}${version}${release === undefined ? '' : `-${release}`}`,
  );
}

/** Of several properties for one fact the first in the table counts, of equal names the first in the document. */
class TextsByRank {
  readonly values = new Map<Fact, string>();
  /** Most properties are the first name of their fact, whose rank is 0. */
  private readonly laterRanks = new Map<Fact, number>();

  add(fact: Fact, value: string, rank: number): void {
    if (this.values.has(fact) && (this.laterRanks.get(fact) ?? 0) <= rank) return;
    if (rank > 0) this.laterRanks.set(fact, rank);
    else this.laterRanks.delete(fact);
    this.values.set(fact, value);
  }
}

const LAYER = 'aquasecurity:trivy:DiffID';
const LABELS = ['aquasecurity:trivy:Labels:', 'syft:image:labels:'] as const;
const BASE_NAMES: ReadonlySet<string> = new Set(LABELS.map((prefix) => `${prefix}org.opencontainers.image.base.name`));
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * Facts about the image that a document was created from: its layers in order, and its base image. Trivy writes both as properties
 * of the subject, syft writes labels as properties of the metadata. Undefined: not stated.
 * https://github.com/opencontainers/image-spec/blob/main/annotations.md
 */
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
