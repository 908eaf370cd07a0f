/** Creates the errors of the JSON grammar, each with line, column and path. */
import type { AssayError, ErrorOptions } from '../../errors.ts';
import {
  JSON_DUPLICATE_KEY,
  JSON_INVALID,
  JSON_NOT_UTF8,
  JSON_NUMBER_TOO_LONG,
  JSON_STRING_TOO_LONG,
  JSON_TOO_DEEP,
  JSON_TOO_MANY_KEYS,
} from '../errors.ts';
import type { ScanLimits } from '../scan-limits.ts';
import type { OpenContainers } from './open-containers.ts';
import type { TextPosition } from './text-position.ts';

export class JsonErrors {
  readonly limits: ScanLimits;
  private readonly position: TextPosition;
  private readonly containers: OpenContainers;

  constructor(limits: ScanLimits, position: TextPosition, containers: OpenContainers) {
    this.limits = limits;
    this.position = position;
    this.containers = containers;
  }

  invalid(reason: string, offset: number, path: string): AssayError {
    const { line } = this.position;
    return JSON_INVALID({ reason, line, column: this.position.columnOf(offset) }, at(path, offset));
  }

  notUtf8(offset: number): AssayError {
    return JSON_NOT_UTF8({ offset }, at(this.containers.pathToContainer(), offset));
  }

  tooDeep(offset: number): AssayError {
    return JSON_TOO_DEEP({ max: this.limits.jsonDepthMax }, at(this.containers.pathToContainer(), offset));
  }

  tooManyKeys(offset: number): AssayError {
    return JSON_TOO_MANY_KEYS({ max: this.limits.jsonObjectKeysMax }, at(this.containers.pathToContainer(), offset));
  }

  stringTooLong(offset: number): AssayError {
    return JSON_STRING_TOO_LONG({ max: this.limits.jsonStringBytesMax }, at(this.containers.pathToContainer(), offset));
  }

  numberTooLong(offset: number): AssayError {
    return JSON_NUMBER_TOO_LONG(
      { max: this.limits.jsonNumberCharactersMax },
      at(this.containers.pathToValue(), offset),
    );
  }

  duplicateKey(offset: number): AssayError {
    const key = this.containers.names.latestAt(this.containers.depth);
    return JSON_DUPLICATE_KEY({ key, line: this.position.line }, at(this.containers.pathToValue(), offset));
  }
}

function at(path: string, offset: number): ErrorOptions {
  return { details: [{ path, message: `byte offset ${offset}` }] };
}
