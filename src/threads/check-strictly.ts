/**
 * Validates one document against the schema of its format and version, inside the thread. All problems of the document are
 * details, never exceptions, so that the sender sees them.
 */
import type { ErrorDetail } from '../core/errors.ts';
import { describeSchemaErrors } from './describe-schema-error.ts';
import { parseJson } from './parse-json.ts';
import { findValidator, type SbomFormat } from './strict-validators.ts';

export interface StrictRequest {
  readonly format: SbomFormat;
  readonly specVersion: string;
  /** The document is in the member `sbom`, as in GitHub's dependency graph export. */
  readonly wrapped: boolean;
  readonly bytes: Uint8Array;
}

export function checkStrictly({ format, specVersion, wrapped, bytes }: StrictRequest): readonly ErrorDetail[] {
  const prefix = wrapped ? '/sbom' : '';
  const validator = findValidator(format, specVersion);
  if (validator === undefined) return [versionUnknown(format, prefix)];

  const parsed = parseJson(bytes);
  if (parsed.kind === 'unreadable') return [{ path: '', message: parsed.problem }];
  const document = wrapped ? unwrap(parsed.value) : parsed.value;
  try {
    if (validator(document)) return [];
  } catch (error) {
    // The generated code is recursive over nested components. 64 levels are far from a stack overflow.
    if (!(error instanceof RangeError)) throw error;
    return [{ path: prefix, message: 'is nested too deeply to be checked' }];
  }
  return describeSchemaErrors(validator.errors ?? [], prefix);
}

function versionUnknown(format: SbomFormat, prefix: string): ErrorDetail {
  const member = format === 'cyclonedx' ? 'specVersion' : 'spdxVersion';
  const known = format === 'cyclonedx' ? 'CycloneDX 1.2 to 1.7' : 'SPDX 2.2, 2.3 and 3.0';
  return {
    path: `${prefix}/${member}`,
    message: `cannot be checked strictly: this release has the schemas of ${known}. Send it without validate=strict.`,
  };
}

function unwrap(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'sbom' in value ? value.sbom : undefined;
}
