/**
 * Everything that a statement can be matched with: one vulnerability in one component of one service version, and its location.
 */
import { toSerialNumber } from '../vex-statement.ts';
import { toImageName, type ImageName } from './image-name.ts';
import { findLanguageRules } from '../../identity/ecosystems/ecosystem.ts';
import { parsePurl, type Purl } from '../../identity/purl/purl.ts';

export interface VexSubject {
  /** All ids of the alias group, in upper case. */
  readonly ids: readonly string[];
  readonly component: {
    /** As uploaded and normalized. */
    readonly purls: readonly string[];
    readonly version: string | null;
  };
  readonly service: {
    readonly names: readonly string[];
    /** The name of the service version and its aliases. */
    readonly versions: readonly string[];
  };
  /** From the documents that contain the component. */
  readonly images: readonly VexImage[];
  readonly documents: readonly VexSubjectDocument[];
}

interface VexImage {
  /** `ghcr.io/acme/shop:1.4@sha256:…`, as uploaded. */
  readonly reference: string;
  /** If known from a source other than the reference. */
  readonly digest: string | null;
  /** `pkg:oci/…`, if a document names one. */
  readonly purls: readonly string[];
}

/** A live SBOM of the version that contains the component. */
export interface VexSubjectDocument {
  /** With or without `urn:uuid:`. */
  readonly serialNumber: string | null;
  readonly version: number | null;
  /** References of the component. */
  readonly refs: readonly string[];
  /** The subject of the document. */
  readonly root: {
    readonly ref: string | null;
    readonly name: string;
    readonly version: string | null;
    readonly purl: string | null;
  } | null;
}

/** A subject with its purls and references already parsed, for matching with many statements. */
export interface PreparedSubject {
  readonly ids: ReadonlySet<string>;
  readonly purls: readonly ComparedPurl[];
  /** Versions of the component. */
  readonly versions: readonly string[];
  readonly service: VexSubject['service'];
  readonly images: readonly PreparedImage[];
  readonly documents: readonly PreparedDocument[];
}

export interface PreparedImage {
  readonly name: ImageName;
  readonly digest: string | undefined;
  readonly purls: readonly ComparedPurl[];
}

interface PreparedDocument extends Pick<VexSubjectDocument, 'version' | 'refs' | 'root'> {
  readonly serialNumber: string | undefined;
  readonly rootPurl: ComparedPurl | undefined;
}

export function prepareSubject({ ids, component, service, images, documents }: VexSubject): PreparedSubject {
  const purls = comparedPurls(component.purls);
  const versions = [component.version, ...purls.map(({ purl }) => purl.version)];
  return {
    ids: new Set(ids),
    purls,
    versions: [...new Set(versions.filter((version) => version !== null && version !== undefined))],
    service,
    images: images.map(({ reference, digest, purls: named }) => {
      const name = toImageName(reference);
      return { name, digest: digest?.toLowerCase() ?? name.digest, purls: comparedPurls(named) };
    }),
    documents: documents.map(({ serialNumber, version, refs, root }) => ({
      serialNumber: toSerialNumber(serialNumber ?? undefined),
      version,
      refs,
      root,
      rootPurl: root === null || root.purl === null ? undefined : toComparedPurl(root.purl),
    })),
  };
}

function comparedPurls(texts: readonly string[]): readonly ComparedPurl[] {
  return texts.map(toComparedPurl).filter((purl) => purl !== undefined);
}

/** A purl parsed for comparison. */
export interface ComparedPurl {
  /** Type and full name: equal for all versions of a package. */
  readonly key: string;
  readonly purl: Purl;
}

export function toComparedPurl(text: string): ComparedPurl | undefined {
  const { purl } = parsePurl(text);
  if (purl === undefined) return undefined;
  const name = purl.namespace === undefined ? purl.name : `${purl.namespace}/${purl.name}`;
  const normalized = findLanguageRules(purl.type)?.normalizeName(name) ?? name;
  return { key: `${purl.type}/${normalized}`, purl };
}

/**
 * A statement matches a package if type, namespace and name are equal after normalization by the ecosystem, and so are the version
 * and each qualifier that the statement gives. `ownVersions` are versions that the component states beside its purl.
 */
export function matchesPurl(stated: ComparedPurl, own: ComparedPurl, ownVersions: readonly string[] = []): boolean {
  if (stated.key !== own.key) return false;
  const { version, qualifiers, subpath } = stated.purl;
  if (version !== undefined && version !== own.purl.version && !ownVersions.includes(version)) return false;
  if (subpath !== undefined && subpath !== own.purl.subpath) return false;
  for (const [name, value] of qualifiers) {
    if (!IGNORED_QUALIFIERS.has(name) && own.purl.qualifiers.get(name) !== value) return false;
  }
  return true;
}

// A generator makes its references from purls and adds a number of its own to them.
const IGNORED_QUALIFIERS: ReadonlySet<string> = new Set(['package-id']);
