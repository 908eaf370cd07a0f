/**
 * Reads an XML file as a stream of elements, each of which is one advisory or a part of one; the whole file is never in memory. The
 * file is not trusted: a document type declaration is rejected, so that there are no entities to expand, and depth, elements and
 * text are limited. Throws FEED_REJECTED, possibly after some elements.
 */
import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';
import type { XmlElement } from '../../core/advisory/distributions/xml-element.ts';
import { LIMITS } from '../../core/limits.ts';
import { FEED_REJECTED } from '../errors.ts';
import { isPackingError, openText } from '../open-text.ts';

export interface XmlRequest {
  readonly source: string;
  readonly signal: AbortSignal;
  /** Whether an element is returned with everything inside of it. Asked for elements outside of returned ones. */
  readonly isWanted: (name: string) => boolean;
}

/** The root element comes first, without its content. */
export async function* readXml(path: string, { source, signal, isWanted }: XmlRequest): AsyncGenerator<XmlElement> {
  const reject = (problem: string, cause?: unknown): Error => FEED_REJECTED({ source, problem }, { cause });
  const builder = createBuilder(isWanted);
  const decoder = new StringDecoder('utf8');
  let bytes = 0;
  try {
    for await (const chunk of (await openText(path, source)) as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      bytes += chunk.length;
      if (bytes > LIMITS.distributionInflatedBytesMax)
        throw reject(`it decompresses to more than ${LIMITS.distributionInflatedBytesMax} bytes`);
      builder.write(decoder.write(chunk));
      yield* builder.take();
    }
    builder.end();
  } catch (error) {
    if (error instanceof XmlProblem) throw reject(`it is not valid XML: ${error.message}`, error);
    throw isPackingError(error) ? reject('it is corrupt or truncated', error) : error;
  }
}

class XmlProblem extends Error {}

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
  readonly children: XmlElement[];
}

interface Builder {
  write(text: string): void;
  end(): void;
  /** Returns the elements that are complete since the last time. */
  take(): readonly XmlElement[];
}

function createBuilder(isWanted: XmlRequest['isWanted']): Builder {
  // The parser limits tags, attributes and comments to 64 KiB, but only if it tracks its position.
  const parser = sax.parser(true, { position: true });
  const kept: Open[] = [];
  let complete: XmlElement[] = [];
  let problem: string | undefined;
  let depth = 0;
  let elements = 0;
  let characters = 0;
  let attributes = 0;

  const fail = (text: string): void => {
    problem ??= text;
  };
  const addText = (text: string): void => {
    const current = kept.at(-1);
    if (current === undefined || current.text.length >= LIMITS.xmlTextCharactersMax) return;
    const added = text.slice(0, LIMITS.xmlTextCharactersMax - current.text.length);
    current.text += added;
    characters += added.length;
  };

  parser.onerror = (error) => fail(firstLine(error.message));
  parser.ondoctype = () => fail('a document type declaration is not allowed');
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > LIMITS.xmlElementAttributesMax)
      fail(`an element has more than ${LIMITS.xmlElementAttributesMax} attributes`);
  };
  parser.onopentag = ({ name: qualified, attributes: found }) => {
    attributes = 0;
    depth += 1;
    if (depth > LIMITS.xmlDepthMax) fail(`it is nested deeper than ${LIMITS.xmlDepthMax} elements`);
    const name = withoutPrefix(qualified);
    const isRoot = depth === 1;
    if (isRoot) complete.push({ name, attributes: new Map(), text: '', children: [] });
    if (problem !== undefined || isRoot || (kept.length === 0 && !isWanted(name))) return;
    if (kept.length === 0) [elements, characters] = [0, 0];
    const pairs = Object.entries(found).map(([key, value]): [string, string] => [withoutPrefix(key), String(value)]);
    elements += 1;
    for (const [key, value] of pairs) characters += key.length + value.length;
    if (elements > LIMITS.xmlRecordElementsMax || characters > LIMITS.xmlRecordCharactersMax)
      fail(`one advisory has more than ${LIMITS.xmlRecordElementsMax} elements or too much text`);
    kept.push({ name, attributes: new Map(pairs), text: '', children: [] });
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    depth -= 1;
    const closed = kept.pop();
    if (closed === undefined) return;
    const parent = kept.at(-1);
    if (parent === undefined) complete.push(closed);
    else parent.children.push(closed);
  };

  // The parser continues after an error unless it is stopped, and reports each one.
  const check = (): void => {
    if (problem !== undefined) throw new XmlProblem(problem);
  };
  return {
    write: (text) => {
      parser.write(text);
      check();
    },
    end: () => {
      parser.close();
      check();
    },
    take: () => {
      const taken = complete;
      complete = [];
      return taken;
    },
  };
}

function withoutPrefix(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

/** Messages of the parser have the position in further lines. */
function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.slice(0, 100) ?? '';
}
