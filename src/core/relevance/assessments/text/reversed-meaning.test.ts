import { describe, expect, it } from 'vitest';
import { foldText } from './clean-text.ts';
import { isMeaningReversed } from './reversed-meaning.ts';

const isTurned = (details: string, quote: string) => isMeaningReversed(quote, ['A title', foldText(details)]);

describe('isMeaningReversed', () => {
  it.each([
    ['It is exploitable not only on Windows hosts.', 'on Windows hosts'],
    ['It is **not** only exploitable on Windows hosts.', 'exploitable on Windows hosts'],
    ['Attackers need no account, even if XML input is enabled.', 'XML input is enabled'],
    ['It does not require the XML parser.', 'require the XML parser'],
    ['Any template, e.g. a Jinja template, can be used.', 'a Jinja template'],
    ['Parsers such as the XML parser are affected.', 'the XML parser'],
    ['An attacker can, regardless of the XML parser, read files.', 'the XML parser'],
    ['XInclude does not have to be enabled for this.', 'XInclude'],
    ['Applications need not call the expression parser: a router does.', 'call the expression parser'],
    ['They said that trustProxy must be set, but it works without trustProxy.', 'trustProxy must be set'],
    ['An injected option can also start a program.', 'start a program'],
    ['No special setting of the XML parser is required.', 'setting of the XML parser'],
    ['It occurs with or without the XML parser.', 'the XML parser'],
    ['Hosts are affected both on Windows and elsewhere.', 'on Windows'],
    ['This needs the XML parser, or a field of any type.', 'needs the XML parser'],
    ['Nodes in cluster mode are affected in any case.', 'cluster mode'],
    ['The consequences are worst on Windows hosts.', 'on Windows hosts'],
    ['First. The XML parser is needed. Later: even without the XML parser it works.', 'the XML parser'],
  ])('detects a reversed meaning in %j', (details, quote) => {
    expect(isTurned(details, quote)).toBe(true);
  });

  it.each([
    ['It is not only old. It is exploitable on Windows hosts.', 'on Windows hosts'],
    ['It is exploitable on Windows hosts. Not only that.', 'on Windows hosts'],
    ['The XML parser of 1.2.3 is needed.', 'XML parser of 1.2.3'],
    ['Deployments on Python 3.0 or newer need not act.', 'on Python 3.0 or newer'],
    ['Users of Linux do not have to upgrade: it is limited to Windows.', 'limited to Windows'],
    ['Two strings are equal when both look like numbers, and PHP 8 is safe.', 'PHP 8 is safe'],
    ['There is no fix. The XML parser is required.', 'The XML parser'],
    ['It is only exploitable on Windows hosts', 'only exploitable on Windows hosts'],
    ['Version 2.0 and later need the XML parser! Even when off?', 'need the XML parser'],
  ])('detects no reversed meaning in %j', (details, quote) => {
    expect(isTurned(details, quote)).toBe(false);
  });

  it('treats a quote that occurs more than 20 times as reversed', () => {
    expect(isTurned('The XML parser is needed. '.repeat(20), 'XML parser')).toBe(false);
    expect(isTurned('The XML parser is needed. '.repeat(21), 'XML parser')).toBe(true);
  });
});
