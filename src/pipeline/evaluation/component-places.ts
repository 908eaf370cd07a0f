/**
 * Describes how the documents of a version contain the affected components, as input for relevance rules. Everything except files
 * comes with data that publishing loads anyway. Files are only loaded if a runtime profile could refer to them, which costs one
 * statement per document.
 */
import { findOwnFiles } from '../../core/profile/documents/own-files.ts';
import { wholePlatform } from '../../core/match/components/component-platform.ts';
import type { ComponentPlace, DocumentContext } from '../../core/relevance/subject/subject.ts';
import type { OrgTx } from '../../store/database.ts';
import {
  findPackedDocument,
  type AffectedComponent,
  type SetMembership,
  type VersionSbom,
} from '../../store/findings/publication/published-inputs.ts';
import { PackedDocument } from '../../threads/inventory/packed-document.ts';
import { createYielder } from '../../store/yielding.ts';

/** A document of a version, or one that is only scanned. */
export interface HoldingDocument extends Pick<VersionSbom, 'image' | 'traits'> {
  /** Null if the document is not stored. */
  readonly id: string | null;
  /** Hash of its set in hexadecimal, as in `SetMembership`. */
  readonly set: string;
}

export type HeldComponent = Pick<AffectedComponent, 'id' | 'places'>;

/** Files of a component in a document, by `toFilesKey`. */
export type FilesOfPlaces = ReadonlyMap<string, readonly string[]>;

const NO_FILES: FilesOfPlaces = new Map();

/** Returns, by component id, one place for each document that contains it, in the order of the documents. */
export function toPlaces(
  documents: readonly HoldingDocument[],
  components: readonly HeldComponent[],
  files: FilesOfPlaces = NO_FILES,
): ReadonlyMap<string, readonly ComponentPlace[]> {
  const contexts = documents.map((document) => ({ ...document, document: toContext(document) }));
  return new Map(
    components.map(({ id, places }) => {
      const bySet = new Map(places.map((place) => [place.set, place]));
      const held = contexts.flatMap(({ id: sbomId, image, set, document }): ComponentPlace[] => {
        const place = bySet.get(set);
        if (place === undefined) return [];
        const { scope, inGraph } = place;
        const own = files.get(toFilesKey(sbomId, id)) ?? [];
        return [{ sbomId, image, document, scope, inGraph, files: own, platform: wholePlatform(place) }];
      });
      return [id, held];
    }),
  );
}

export function toHoldingDocument({ id, image, traits, setSha256 }: VersionSbom): HoldingDocument {
  return { id, image, traits, set: setSha256?.toString('hex') ?? '' };
}

/** For a document parsed by an older version, only the image is known. */
function toContext({ image, traits }: HoldingDocument): DocumentContext {
  if (traits === null) return image === null ? UNKNOWN : IMAGE_CONTEXT;
  const { kind, isContainer, platform } = traits;
  return { kind, isContainer, platform };
}

const UNKNOWN: DocumentContext = { kind: 'unknown', isContainer: false, platform: { os: [], arch: [] } };
const IMAGE_CONTEXT: DocumentContext = { kind: 'deployed', isContainer: true, platform: { os: [], arch: [] } };

/**
 * Reads the files of components in documents of images and running systems. Components that are missing in the result have no
 * known files.
 */
export async function listComponentFiles(
  tx: OrgTx,
  sboms: readonly VersionSbom[],
  components: readonly HeldComponent[],
): Promise<FilesOfPlaces> {
  const files = new Map<string, readonly string[]>();
  for (const sbom of sboms) {
    const { set } = toHoldingDocument(sbom);
    const held = components.flatMap(({ id, places }) => positionsIn(places, set).map((position) => ({ id, position })));
    if (held.length === 0 || sbom.traits?.kind !== 'deployed') continue;
    const packed = await findPackedDocument(tx, sbom.id);
    if (packed === undefined) continue;
    const found = await listFiles(new PackedDocument(packed), new Set(held.map(({ position }) => position)));
    for (const { id, position } of held) files.set(toFilesKey(sbom.id, id), found.get(position) ?? []);
  }
  return files;
}

function positionsIn(places: readonly SetMembership[], set: string): readonly number[] {
  return places.flatMap((place) => (place.set === set ? [place.position] : []));
}

function toFilesKey(sbomId: string | null, componentId: string): string {
  return `${sbomId ?? ''} ${componentId}`;
}

/** A component that a document lists more often than this is treated as present everywhere. */
const COPIES_MAX = 50;

/** By position in the set. If one copy of a component has no known file, the files of all copies are unknown. */
async function listFiles(
  document: PackedDocument,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const copies = new Map<number, number[]>();
  for (const [node, position] of document.positions().entries()) {
    if (!wanted.has(position)) continue;
    const nodes = copies.get(position) ?? [];
    copies.set(position, nodes);
    nodes.push(node);
  }
  const files = new Map<number, readonly string[]>();
  const turn = createYielder();
  for (const [position, nodes] of copies) {
    if (nodes.length > COPIES_MAX) continue;
    const ofCopies = nodes.map((node) => filesOf(document, node));
    if (ofCopies.every((own) => own.length > 0)) files.set(position, [...new Set(ofCopies.flat())].toSorted());
    await turn();
  }
  return files;
}

function filesOf(document: PackedDocument, node: number): readonly string[] {
  const component = document.component(node);
  return findOwnFiles(
    (component?.details?.locations ?? []).map(({ path }) => path),
    true,
  );
}
