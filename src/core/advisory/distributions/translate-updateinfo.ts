/**
 * Translates the `updateinfo.xml` of a yum repository into OSV records: one per update, with the packages that it fixes. Used by
 * Amazon Linux and Fedora. https://docs.aws.amazon.com/linux/al2023/ug/security-notifications.html
 */
import type { PublishedFile } from './published-file.ts';
import { cvesIn, toAffected, toReferences, toTime, type FixedPackage, type NoticeRecord } from './notice.ts';
import { attributeOf, childOf, childrenOf, textAt, type XmlElement } from './xml-element.ts';

/** Returns undefined for an update without an id, or one that fixes no vulnerability. */
export function translateUpdate(update: XmlElement, file: PublishedFile): NoticeRecord | undefined {
  const id = textAt(update, 'id');
  const references = childrenOf(childOf(update, 'references'), 'reference');
  const cves = cvesIn(references.flatMap((each) => [attributeOf(each, 'id'), attributeOf(each, 'title')]));
  if (id === undefined || (attributeOf(update, 'type') !== 'security' && cves.length === 0)) return undefined;
  const issued = toTime(attributeOf(childOf(update, 'issued'), 'date'));
  return {
    id,
    modified: toTime(attributeOf(childOf(update, 'updated'), 'date')) ?? issued,
    published: issued,
    summary: textAt(update, 'title'),
    details: textAt(update, 'description'),
    upstream: cves,
    references: toReferences(references.map((each) => attributeOf(each, 'href'))),
    database_specific: { severity: textAt(update, 'severity') },
    affected: toAffected(listPackages(update, file)),
  };
}

function listPackages(update: XmlElement, { family, release }: PublishedFile): readonly FixedPackage[] {
  const collections = childrenOf(childOf(update, 'pkglist'), 'collection');
  return collections.flatMap((collection) => {
    const place = PLACES[family]?.(attributeOf(collection, 'short') ?? '');
    if (place === undefined || (release !== undefined && release !== place.release)) return [];
    const ecosystem = [family, place.release, ...(place.extra === undefined ? [] : [place.extra])].join(':');
    return childrenOf(collection, 'package').flatMap((each) => toPackage(each, ecosystem));
  });
}

interface Place {
  readonly release: string;
  /** A repository whose packages have the names of others. */
  readonly extra?: string;
}

const AMAZON = /^amazon-linux-(ami|[0-9]{1,4})(?:---([a-z0-9._-]{1,64}))?$/;
// Kernel updates for a running system are packages of their own names.
const OWN_NAMES = /livepatch/;

/** Reads the short name of a collection. Of other collections nothing is used: EPEL, Flatpaks and containers of Fedora. */
const PLACES: { readonly [Family in PublishedFile['family']]?: (short: string) => Place | undefined } = {
  'Amazon Linux': (short) => {
    const [, version, extra] = AMAZON.exec(short) ?? [];
    if (version === undefined) return undefined;
    const release = version === 'ami' ? '1' : version;
    // Only Amazon Linux 2 has extras: topics with other versions of packages that the release has.
    return release === '2' && extra !== undefined && !OWN_NAMES.test(extra) ? { release, extra } : { release };
  },
  Fedora: (short) => {
    const [, release] = /^F([0-9]{2})$/.exec(short) ?? [];
    return release === undefined ? undefined : { release };
  },
};

const BUILT_IN_MODULE = /\.module_/;

function toPackage(element: XmlElement, ecosystem: string): readonly FixedPackage[] {
  const [name, epoch = '0', version, release] = ['name', 'epoch', 'version', 'release'].map((each) =>
    attributeOf(element, each),
  );
  if (name === undefined || version === undefined || release === undefined) return [];
  const isModular = BUILT_IN_MODULE.test(release);
  return [{ ecosystem, name, fixed: `${epoch}:${version}-${release}`, ...(isModular && { streams: [] }) }];
}
