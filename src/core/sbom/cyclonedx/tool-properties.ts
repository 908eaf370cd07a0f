/**
 * Parses tool-specific properties for facts that have no member in CycloneDX. The property names are a table, so a new tool is
 * one line there. The properties of a component are read in one pass.
 */
import { toGoArch, toGoOs, toKnownNames } from '../../identity/platform-names.ts';
import { parseSourcePackage, toSourcePackage, type SourcePackage } from '../../identity/source-package.ts';
import { memberIn } from '../../json/members.ts';
import { listIn, textIn } from '../untrusted-value.ts';
import type { TargetPlatform } from '../inventory.ts';
import type { LocatedValue } from '../draft/to-component.ts';
import { combinePurposes, PURPOSES, type Purpose } from './tool-purposes.ts';
import { FACTS, type Fact } from './tool-property-names.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

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

export interface ToolLocation {
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
  const numbered = new NumberedLocations();
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
    else if (known.fact === 'numberedPath') numbered.setPath(known.rank, value);
    else if (known.fact === 'numberedLayer') numbered.setLayer(known.rank, value);
    else texts.add(known.fact, value, known.rank);
  }
  numbered.addTo(locations);
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
  private readonly ranks = new Map<Fact, number>();

  add(fact: Fact, value: string, rank: number): void {
    if ((this.ranks.get(fact) ?? Infinity) <= rank) return;
    this.ranks.set(fact, rank);
    this.values.set(fact, value);
  }
}

/** Syft writes a path and a layer as two properties with the same number. */
class NumberedLocations {
  private readonly paths: (string | undefined)[] = [];
  private readonly layers: (string | undefined)[] = [];

  setPath(number: number, path: string): void {
    this.paths[number] ??= path;
  }

  setLayer(number: number, layer: string): void {
    this.layers[number] ??= layer;
  }

  /** In numeric order. */
  addTo(locations: ToolLocation[]): void {
    for (const [number, path] of this.paths.entries()) {
      if (path !== undefined) locations.push({ path, layer: this.layers[number] });
    }
  }
}
