/**
 * Builds the portal into files with hashed names that may be cached for ever, and an `index.html` that the server completes.
 * Nothing is inline: the content security policy forbids it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const ROOT = import.meta.dirname;

export default defineConfig({
  root: ROOT,
  plugins: [react(), colorSchemeScript()],
  build: {
    outDir: join(ROOT, 'dist'),
    emptyOutDir: true,
    // The polyfill would be an inline script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});

const COLOR_SCHEME = 'color-scheme.js';

/** A classic script in the head holds the first paint back; the bundler only takes modules, so it is emitted by hand. */
function colorSchemeScript(): Plugin {
  return {
    name: 'color-scheme-script',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name: COLOR_SCHEME, source: readFileSync(join(ROOT, COLOR_SCHEME), 'utf8') });
    },
    transformIndexHtml: (_html, { bundle = {} }) => {
      const file = Object.values(bundle).find((each) => each.type === 'asset' && each.names.includes(COLOR_SCHEME));
      if (file === undefined) throw new Error(`${COLOR_SCHEME} is not among the built files.`);
      return [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' }];
    },
  };
}
