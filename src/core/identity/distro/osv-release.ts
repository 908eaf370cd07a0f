/**
 * Normalizes the release of an OSV ecosystem, the text after the colon, to the spelling used for components, so that both have
 * the same key. Updates that only some users of a release receive have a channel. Products outside of the distribution are kept
 * as they are: no component has such a release. https://ossf.github.io/osv-schema/#defined-ecosystems
 */
import type { Family } from '../../vocabulary/package.ts';

export interface OsvRelease {
  /** Empty if the text names none. */
  readonly release: string;
  /** `pro`, `eus:9.4`, `els:7`, or the SUSE product of the update. */
  readonly channel?: string;
}

/** `readOsvRelease('Ubuntu', 'Pro:18.04:LTS')` is 18.04 with the channel `pro`. */
export function parseOsvRelease(family: Family, text: string): OsvRelease {
  return PARSERS[family]?.(text) ?? { release: text };
}

const PARSERS: { readonly [Name in Family]?: (text: string) => OsvRelease } = {
  Ubuntu: parseUbuntu,
  'Red Hat': parseRedHat,
  SUSE: parseSuse,
  openSUSE: parseOpenSuse,
};

const UBUNTU_RELEASE = /^[0-9]{2}\.[0-9]{2}$/;

// `22.04:LTS`, `Pro:18.04:LTS`, `Pro:FIPS:20.04:LTS`, `22.04:LTS:for:NVIDIA:BlueField`.
function parseUbuntu(text: string): OsvRelease {
  const parts = text.split(':');
  const release = parts.find((part) => UBUNTU_RELEASE.test(part));
  if (release === undefined) return { release: text };
  const channel = parts.filter((part) => part !== release && part !== 'LTS').join(':');
  return channel === '' ? { release } : { release, channel: channel.toLowerCase() };
}

const ENTERPRISE_LINUX = /^enterprise_linux:([0-9]{1,2})(?:::|$)/;
const EXTENDED = /^rhel_(eus|aus|e4s|tus|els)(?:_long_life)?:(([0-9]{1,2})(?:\.[0-9]{1,2})?)(?:::|$)/;

// The repositories of a release (baseos, appstream, ..) are one release; layered products (`openshift:4.12::el9`) are not part of
// it.
function parseRedHat(text: string): OsvRelease {
  const [, base] = ENTERPRISE_LINUX.exec(text) ?? [];
  if (base !== undefined) return { release: base };
  const [, channel, covered, major] = EXTENDED.exec(text) ?? [];
  return major === undefined ? { release: text } : { release: major, channel: `${channel}:${covered}` };
}

const SUSE_PRODUCT =
  /^(Linux Enterprise [A-Z][A-Za-z ,]*?) ([0-9]{2})(?: SP([0-9]))?((?:-| )(?:LTSS|ESPOS|BCL|TERADATA)[ A-Za-z-]*)?$/;
const OWN_SCOPE = /\b(?:Micro|Real Time|Live Patching|Point of Sale)\b/;

// `Linux Enterprise Module for Basesystem 15 SP3`, `Linux Enterprise Server 12 SP5-LTSS`; `Manager Server 4.3` is not a release.
function parseSuse(text: string): OsvRelease {
  const [, product, major, pack = '0', support = ''] = SUSE_PRODUCT.exec(text) ?? [];
  if (major === undefined || OWN_SCOPE.test(text)) return { release: text };
  return { release: pack === '0' ? major : `${major}.${pack}`, channel: `${product}${support}` };
}

const LEAP = /^Leap ([0-9]{2}\.[0-9])$/;

function parseOpenSuse(text: string): OsvRelease {
  return { release: LEAP.exec(text)?.[1] ?? text };
}
