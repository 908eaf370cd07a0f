/** Groups search results and matching pages of the settings as links. Exact matches come first; an unknown CVE is reported as unknown. */
import type { WireSearch } from '../../src/api/contract/findings/search.ts';
import { toPath } from '../api/api-client.ts';
import { countOf } from '../text/format/counts.ts';
import { SETTINGS_PAGES } from '../text/settings-pages.ts';

interface Hit {
  readonly path: string;
  readonly name: string;
  readonly more: string | undefined;
}

interface HitGroup {
  readonly title: string;
  readonly hits: readonly Hit[];
}

const CVE = /^CVE-[0-9]{4}-[0-9]{4,19}$/i;

export function toHitGroups(found: WireSearch, q: string): { groups: readonly HitGroup[]; note: string | undefined } {
  const vulnerabilities = found.vulnerabilities.map(({ id, title, services }) => ({
    path: toPath('vulnerabilities', id),
    name: id,
    more: services === 0 ? `${title} (no affected services)` : `${title} (${countOf(services, 'service')})`,
  }));
  const groups = [
    { title: 'Vulnerabilities', hits: vulnerabilities },
    {
      title: 'Services',
      hits: found.services.map(({ name }) => ({ path: toPath('services', name), name, more: undefined })),
    },
    {
      title: 'Versions',
      hits: found.versions.map(({ id, serviceId, serviceName, name, found: alias }) => ({
        path: toPath('services', serviceId, 'versions', id),
        name: `${serviceName} ${name}`,
        more: alias === name ? undefined : `alias ${alias}`,
      })),
    },
    { title: 'Settings', hits: findSettings(q) },
    {
      title: 'Components',
      hits: found.components.map(({ id, name, version, purl }) => ({
        path: toPath('components', id),
        name: version === null ? name : `${name} ${version}`,
        more: purl ?? undefined,
      })),
    },
  ].filter(({ hits }) => hits.length > 0);
  // An exact vulnerability id puts vulnerabilities first; any other text more likely names a service or component.
  const isId = found.vulnerabilities.some(({ id, aliases }) => [id, ...aliases].some((each) => isEqual(each, q)));
  const ordered = isId ? groups : [...groups.filter(isOurs), ...groups.filter((group) => !isOurs(group))];
  return { groups: ordered, note: toNote(found, q, groups.length) };
}

/** By the beginning of a name or word. A single letter matches too many. */
function findSettings(q: string): Hit[] {
  const start = q.toLowerCase();
  if (start.length < 2) return [];
  return SETTINGS_PAGES.filter(({ name, words }) =>
    [name.toLowerCase(), ...words].some((word) => word.startsWith(start)),
  ).map(({ path, name }) => ({ path, name, more: undefined }));
}

function isOurs({ title }: HitGroup): boolean {
  return title !== 'Vulnerabilities';
}

function isEqual(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function toNote({ vulnerabilities }: WireSearch, q: string, groupCount: number): string | undefined {
  if (CVE.test(q) && vulnerabilities.length === 0) return `No advisory found for ${q.toUpperCase()}.`;
  return groupCount === 0 ? 'No results.' : undefined;
}
