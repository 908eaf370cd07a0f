/**
 * Parses CPE names in both bindings: `cpe:/a:vendor:product:1.0` and `cpe:2.3:a:vendor:product:1.0:*:*:*:*:*:*:*`. Trailing parts
 * may be missing; a name with neither vendor nor product is rejected. https://csrc.nist.gov/pubs/ir/7695/final
 */
import { decodePercent } from './identifier-text.ts';

interface Cpe {
  /** Application, operating system or hardware; undefined means any, as Trivy writes it. */
  readonly part: 'a' | 'o' | 'h' | undefined;
  /** In lower case, without escapes. Undefined means any; a single dash means not applicable. */
  readonly vendor: string | undefined;
  readonly product: string | undefined;
  readonly version: string | undefined;
  readonly update: string | undefined;
  readonly targetSoftware: string | undefined;
}

const FORMATTED = /^cpe:2\.3:/i;
const URI = /^cpe:\//i;

/** Returns undefined if the text is not a CPE, or has only wildcards and would match everything. */
export function parseCpe(text: string): Cpe | undefined {
  const trimmed = text.trim();
  if (FORMATTED.test(trimmed)) {
    // part, vendor, product, version, update, edition, language, sw_edition, target_sw, target_hw, other
    const parts = splitFormatted(trimmed.slice('cpe:2.3:'.length));
    return toCpe(parts.slice(0, 5), parts[8]);
  }
  return URI.test(trimmed) ? parseUri(trimmed.slice('cpe:/'.length).split(':')) : undefined;
}

// part, vendor, product, version, update, edition, language; an edition may contain five others: ~edition~sw_edition~target_sw~..
function parseUri(parts: readonly string[]): Cpe | undefined {
  const values = parts.map((part) => decodePercent(part).text);
  const [, , , targetSoftware] = values[5]?.startsWith('~') === true ? values[5].split('~') : [];
  return toCpe(values.slice(0, 5), targetSoftware);
}

function toCpe(parts: readonly string[], targetSw: string | undefined): Cpe | undefined {
  const [part, vendor, product, version, update] = parts.map((each) => each.toLowerCase());
  if (part !== 'a' && part !== 'o' && part !== 'h' && part !== '*') return undefined;
  const cpe = {
    part: part === '*' ? undefined : part,
    vendor: valueOf(vendor),
    product: valueOf(product),
    version: valueOf(version),
    update: valueOf(update),
    targetSoftware: valueOf(targetSw?.toLowerCase()),
  } as const;
  return cpe.vendor === undefined && cpe.product === undefined ? undefined : cpe;
}

function valueOf(text: string | undefined): string | undefined {
  return text === undefined || text === '' || text === '*' ? undefined : text;
}

// A backslash escapes the next character, including a colon.
function splitFormatted(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i);
    if (character === '\\' && i + 1 < text.length) {
      i += 1;
      part += text.charAt(i);
    } else if (character === ':') {
      parts.push(part);
      part = '';
    } else part += character;
  }
  parts.push(part);
  return parts;
}
