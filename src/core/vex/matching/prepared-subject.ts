/** A subject with its purls and references already parsed, for matching with many statements. */
import { toSerialNumber } from '../serial-number.ts';
import type { VexSubject, VexSubjectDocument } from './vex-subject.ts';
import { toComparedPurl, type ComparedPurl } from './compared-purl.ts';
import { toImageName, type ImageName } from './image-name.ts';

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

export interface PreparedDocument extends Pick<VexSubjectDocument, 'version' | 'refs' | 'root'> {
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
