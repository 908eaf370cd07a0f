/**
 * Resolves `affects[].ref` of a CycloneDX document to a component of the document, by its purl; to the subject of the document;
 * or, with a BOM-Link, to an element of another document: `urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1#left-pad`.
 * https://cyclonedx.org/capabilities/bomlink/
 */
import { isLongerThanBytes } from '../../identity/byte-length.ts';
import { decodePercent } from '../../identity/percent-encoding.ts';
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { isValidVersRange } from '../matching/vers-range.ts';
import type { VexTarget } from '../vex-statement.ts';
import { countIn, listIn, nameIn, freeTextIn, textIn } from './untrusted-fields.ts';
import { isPurl } from './is-purl.ts';
import { toSerialNumber } from '../serial-number.ts';
import type { VexWarnings } from './vex-warnings.ts';

type Place = Pick<VexTarget, 'product' | 'component' | 'bomLink'>;
type Versions = VexTarget['versions'];

/** Some tools write `urn:uuid:` instead of `urn:cdx:` by mistake; it is accepted. */
const BOM_LINK = /^urn:(?:cdx|uuid):([0-9a-f-]{36})\/([0-9]{1,9})#/i;
const NOWHERE: Place = { product: null, component: null, bomLink: null };

export class CycloneDxTargets {
  private readonly warnings: VexWarnings;
  private readonly root: unknown;
  private readonly rootRef: string | undefined;
  private readonly serialNumber: string | undefined;
  private readonly version: number | null;
  /** By reference; null: a component without a purl. */
  private readonly purls = new Map<string, string | null>();

  constructor(document: unknown, warnings: VexWarnings) {
    this.warnings = warnings;
    this.root = memberIn(memberIn(document, 'metadata'), 'component');
    this.rootRef = textIn(this.root, 'bom-ref');
    this.serialNumber = toSerialNumber(textIn(document, 'serialNumber'));
    this.version = countIn(document, 'version');
    this.readComponents(document);
  }

  /** Undefined: the reference cannot be resolved, and a warning is recorded. */
  find(affected: unknown, path: string): VexTarget | undefined {
    const ref = textIn(affected, 'ref');
    const place = ref === undefined ? undefined : this.findPlace(ref);
    if (place === undefined) {
      this.warnings.add('reference-unknown', `${path}/ref`);
      return undefined;
    }
    const versions = this.readVersions(affected, path);
    const isRoot = place.product !== null;
    return { ...place, versions: versions.length === 0 && isRoot ? this.rootVersions() : versions };
  }

  // Components can be nested. An explicit stack avoids recursion, so that depth does not matter.
  private readComponents(document: unknown): void {
    const waiting: unknown[][] = [[...listIn(document, 'components')], [...listIn(this.root, 'components')]];
    waiting.push([...listIn(document, 'services')]);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const component of next) {
        this.readComponent(component);
        const below = [...listIn(component, 'components'), ...listIn(component, 'services')];
        if (below.length > 0) waiting.push(below);
      }
    }
  }

  private readComponent(component: unknown): void {
    const ref = textIn(component, 'bom-ref');
    if (ref === undefined || this.purls.has(ref)) return;
    const purl = textIn(component, 'purl');
    this.purls.set(ref, purl !== undefined && isPurl(purl) ? purl : null);
  }

  private findPlace(ref: string): Place | undefined {
    if (ref === this.rootRef) return this.findRoot();
    const purl = this.purls.get(ref);
    if (typeof purl === 'string') return { ...NOWHERE, component: purl };
    if (purl === null) return this.linkTo(ref);
    if (isPurl(ref)) return { ...NOWHERE, component: ref };
    return this.followLink(ref);
  }

  private findRoot(): Place | undefined {
    const purl = textIn(this.root, 'purl');
    const product = purl !== undefined && isPurl(purl) ? purl : nameIn(this.root, 'name');
    return product === undefined ? undefined : { ...NOWHERE, product };
  }

  /** A component without a purl can still be found in this document, if the document was also uploaded as an SBOM. */
  private linkTo(ref: string): Place | undefined {
    if (this.serialNumber === undefined || isLongerThanBytes(ref, LIMITS.bomRefBytesMax)) return undefined;
    return { ...NOWHERE, bomLink: { serialNumber: this.serialNumber, version: this.version, ref } };
  }

  private followLink(link: string): Place | undefined {
    const [start = '', uuid, version] = BOM_LINK.exec(link) ?? [];
    const serialNumber = toSerialNumber(uuid);
    if (serialNumber === undefined || isLongerThanBytes(link, LIMITS.bomRefBytesMax * 2)) return undefined;
    const ref = decodePercent(link.slice(start.length)).text;
    if (ref === '' || !ref.isWellFormed()) return undefined;
    if (serialNumber === this.serialNumber) {
      if (ref === this.rootRef) return this.findRoot();
      const purl = this.purls.get(ref);
      if (typeof purl === 'string') return { ...NOWHERE, component: purl };
    }
    return { ...NOWHERE, bomLink: { serialNumber, version: Number(version), ref } };
  }

  private rootVersions(): Versions {
    const version = nameIn(this.root, 'version');
    if (version === undefined || isPurl(textIn(this.root, 'purl') ?? '')) return [];
    return [{ version, status: 'affected' }];
  }

  private readVersions(affected: unknown, path: string): Versions {
    const versions: Versions[number][] = [];
    for (const [i, each] of listIn(affected, 'versions').entries()) {
      if (versions.length === LIMITS.vexVersionsPerTargetMax) break;
      const version = nameIn(each, 'version');
      const range = freeTextIn(each, 'range') ?? undefined;
      const status = toStatus(textIn(each, 'status'));
      if (version !== undefined) versions.push({ version, status });
      else if (range !== undefined) versions.push({ range, status });
      if (range !== undefined && !isValidVersRange(range))
        this.warnings.add('range-unreadable', `${path}/versions/${i}`);
    }
    // A limit that cannot be parsed is still a limit: without it the statement would apply to all versions.
    const isLimited = listIn(affected, 'versions').length > 0;
    return versions.length === 0 && isLimited ? [{ range: '', status: 'unknown' }] : versions;
  }
}

function toStatus(text: string | undefined): Versions[number]['status'] {
  if (text === undefined) return 'affected';
  return text === 'affected' || text === 'unaffected' ? text : 'unknown';
}
