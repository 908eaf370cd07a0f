/** A notice whose names try to create links, mentions, markup and headers, for each channel. */
import type { Notice } from '../../src/events/notifications/compose-notice.ts';
import { name } from '../../src/events/notifications/line.ts';

export const HOSTILE_NAMES = [
  '<!channel> <@U123> <https://evil.example|click>',
  '`*bold*` _it_ ~no~ & &lt;',
  '[click](https://evil.example) ![x](https://evil.example/x.png)',
  '</code><script>alert(1)</script><a href="https://evil.example">',
  'a\r\nBcc: victim@example.com\r\n\r\nbody',
  '{{DATE(2026-01-01T00:00:00Z)}} ${card}',
  '\u202Etxt.exe\u0000\u200B',
  'x'.repeat(100_000),
  '&'.repeat(100_000),
];

export function aHostileNotice(): Notice {
  const names = HOSTILE_NAMES.map(name);
  return {
    title: [...names.slice(0, 5), ': 3 new findings'],
    groups: [
      {
        heading: names.slice(0, 2),
        url: 'https://assay.example/services/a%7Cb',
        lines: names.map((each) => ['New: ', each, ' in ', each]),
      },
      { heading: null, url: null, lines: [['Plain']] },
    ],
    more: 'And 12 more.',
    url: 'https://assay.example/',
    footer: ['Rule ', ...names],
  };
}
