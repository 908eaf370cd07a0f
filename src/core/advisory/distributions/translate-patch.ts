/**
 * Translates a patch definition in OVAL into an OSV record: one per update notice. The fixed versions are in the comments of its
 * criteria, which every publisher generates in the same words, so that its tests need not be read. Used by Oracle Linux and Photon
 * OS. https://oval.mitre.org/language/version5.11/
 */
import { findDistribution } from '../../identity/distro/distributions.ts';
import type { PublishedFile } from './published-file.ts';
import { cvesIn, toAffected, toReferences, toTime, type FixedPackage, type NoticeRecord } from './notice.ts';
import { attributeOf, childOf, childrenOf, textAt, type XmlElement } from './xml-element.ts';

// `ELSA-2022-1234:  openssl security update (IMPORTANT)`, `PHSA-2020:00001 sqlite Security Update.`
const TITLE = /^((?:ELSA|PHSA)-[0-9]{4}[:-][0-9A-Za-z.-]{1,32}):? +([^]*)$/;

/** Returns undefined for a definition without the id of a notice. */
export function translatePatch(definition: XmlElement, file: PublishedFile): NoticeRecord | undefined {
  const metadata = childOf(definition, 'metadata');
  const [, id, title] = TITLE.exec(textAt(metadata, 'title') ?? '') ?? [];
  if (id === undefined) return undefined;
  const references = childrenOf(metadata, 'reference');
  const advisory = childOf(metadata, 'advisory');
  const issued = toTime(attributeOf(childOf(advisory, 'issued'), 'date'));
  return {
    id,
    modified: toTime(attributeOf(childOf(advisory, 'updated'), 'date')) ?? issued,
    published: issued,
    summary: title,
    details: textAt(metadata, 'description'),
    upstream: cvesIn([
      ...references.map((each) => attributeOf(each, 'ref_id')),
      ...childrenOf(advisory, 'cve').map(({ text }) => text),
    ]),
    references: toReferences(references.map((each) => attributeOf(each, 'ref_url'))),
    database_specific: { severity: textAt(advisory, 'severity') },
    affected: toAffected(listPackages(definition, file)),
  };
}

const INSTALLED = /^(Oracle Linux|Photon OS) ([0-9.]{1,8}) is installed$/;
const MODULE = /^Module ([A-Za-z0-9_.+-]{1,64}:[A-Za-z0-9_.+-]{1,64}) is enabled$/;
const EARLIER = /^(\S{1,512}) is earlier than (\S{1,512})$/;
const BUILT_IN_MODULE = /\.module[+_]/;

/** Conditions that apply to everything below a criteria element. */
interface Context {
  readonly release: string | undefined;
  readonly stream: string | undefined;
}

/** Criteria are nested: a release, then an architecture, then a module, then the packages. */
function listPackages(definition: XmlElement, file: PublishedFile): readonly FixedPackage[] {
  const packages: FixedPackage[] = [];
  const open = childrenOf(definition, 'criteria').map((criteria) => ({ criteria, context: NOWHERE }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const comments = childrenOf(next.criteria, 'criterion').map((each) => attributeOf(each, 'comment') ?? '');
    const context = narrow(next.context, comments, file);
    for (const comment of comments) packages.push(...toPackage(comment, context, file));
    for (const criteria of childrenOf(next.criteria, 'criteria')) open.push({ criteria, context });
  }
  return packages;
}

const NOWHERE: Context = { release: undefined, stream: undefined };

function narrow(outer: Context, comments: readonly string[], { family }: PublishedFile): Context {
  let { release, stream } = outer;
  for (const comment of comments) {
    const [, distribution, version = ''] = INSTALLED.exec(comment) ?? [];
    if (distribution === family) release = findDistribution(family)?.parseRelease(version).release;
    stream = MODULE.exec(comment)?.[1] ?? stream;
  }
  return { release, stream };
}

function toPackage(comment: string, { release, stream }: Context, file: PublishedFile): readonly FixedPackage[] {
  const [, name, fixed] = EARLIER.exec(comment) ?? [];
  if (name === undefined || fixed === undefined || release === undefined) return [];
  if (file.release !== undefined && file.release !== release) return [];
  const isModular = stream !== undefined || BUILT_IN_MODULE.test(fixed);
  const streams = isModular ? [stream].filter((each) => each !== undefined) : undefined;
  return [{ ecosystem: `${file.family}:${release}`, name, fixed, ...(streams !== undefined && { streams }) }];
}
