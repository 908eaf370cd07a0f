/** Parts of the update notices of distributions that are equal in all of their forms. */
import { LIMITS } from '../../limits.ts';

/** An OSV record. It is as untrusted as the file: it is parsed like every other record. */
export type NoticeRecord = Readonly<Record<string, unknown>> & { readonly id: string };

export interface FixedPackage {
  /** An OSV ecosystem with its release: `Amazon Linux:2`. */
  readonly ecosystem: string;
  readonly name: string;
  readonly fixed: string;
  /** Undefined outside of a module; empty if the stream is not stated. */
  readonly streams?: readonly string[] | undefined;
}

/** Packages are listed once per architecture, mostly with the same fix. */
export function toAffected(packages: readonly FixedPackage[]): readonly unknown[] {
  const distinct = new Map(packages.map((each) => [JSON.stringify(Object.values(each)), each]));
  return [...distinct.values()].map(({ ecosystem, name, fixed, streams }) => ({
    package: { ecosystem, name },
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
    ...(streams !== undefined && { ecosystem_specific: { module_streams: streams } }),
  }));
}

const CVE = /CVE-[0-9]{4}-[0-9]{4,19}/g;

/** The distinct CVE ids in texts, sorted. */
export function cvesIn(texts: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => text?.match(CVE) ?? []))].toSorted();
}

const TIME = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]([0-9]{2}:[0-9]{2})(:[0-9]{2})?)?/;

/** `2022-06-06 17:58`, `2007-06-26` and `2025-02-18T00:00:00Z` are times in UTC. */
export function toTime(text: string | undefined): string | undefined {
  const [, day, minute = '00:00', second = ':00'] = TIME.exec(text ?? '') ?? [];
  return day === undefined ? undefined : `${day}T${minute}${second}Z`;
}

export function toReferences(urls: readonly (string | undefined)[]): readonly unknown[] {
  const distinct = [...new Set(urls.filter((url) => url !== undefined))];
  return distinct.slice(0, LIMITS.advisoryReferencesMax).map((url) => ({ type: 'WEB', url }));
}
