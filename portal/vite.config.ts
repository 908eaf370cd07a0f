/**
 * Builds the portal into files with hashed names that can be cached forever, and an `index.html` that the server completes.
 * Nothing is inline, because the content security policy forbids it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { readDocumentation } from './documentation/read-documentation.ts';

const ROOT = import.meta.dirname;
const firstChunk = gatherFirstChunk();

export default defineConfig({
  root: ROOT,
  plugins: [react(), documentation(), colorSchemeScript(), firstChunk.plugin, compressedCopies()],
  build: {
    outDir: join(ROOT, 'dist'),
    emptyOutDir: true,
    // The icon is a file anyway, and an image in the page would be sent with every response.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A test checks the sizes that matter, which are compressed.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: (id: string) => firstChunk.ids.has(id), priority: 1 },
            // Otherwise a page is fifty files of a few hundred bytes, which take longer to request than to load.
            { name: 'shared', test: (id: string) => id.startsWith(ROOT), minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});

const DOCUMENTATION = 'virtual:documentation';

/** The files in docs/ as one module, which only the documentation page imports. */
function documentation(): Plugin {
  return {
    name: 'documentation',
    resolveId: (id) => (id === DOCUMENTATION ? `\0${DOCUMENTATION}` : undefined),
    load: (id) => {
      if (id !== `\0${DOCUMENTATION}`) return undefined;
      const json = JSON.stringify(readDocumentation(join(ROOT, '../docs')));
      // Browsers parse JSON faster than the same object in a script.
      return `export const documentation = JSON.parse(${JSON.stringify(json)});`;
    },
  };
}

const COLOR_SCHEME_SCRIPT = 'color-scheme.js';

/** A classic script in the head blocks the first paint. The bundler accepts only modules, so the script is emitted separately. */
function colorSchemeScript(): Plugin {
  return {
    name: 'color-scheme-script',
    apply: 'build',
    buildStart() {
      const source = readFileSync(join(ROOT, COLOR_SCHEME_SCRIPT), 'utf8');
      this.emitFile({ type: 'asset', name: COLOR_SCHEME_SCRIPT, source });
    },
    transformIndexHtml(_html, { bundle = {} }) {
      const emitted = Object.values(bundle).find(
        (output) => output.type === 'asset' && output.names.includes(COLOR_SCHEME_SCRIPT),
      );
      if (emitted === undefined) throw new Error('The script of the color scheme was not emitted.');
      return [{ tag: 'script', attrs: { src: `/${emitted.fileName}` }, injectTo: 'head-prepend' }];
    },
  };
}

/** Below this size, a response fits into one packet anyway. */
const COMPRESSED_FROM_BYTES = 1_024;
/** The best quality saves 8 % more, and takes four seconds of every build. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes a compressed copy next to each file, because a server that compresses for each request would have to do it badly. */
function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          const content = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          if (!output.fileName.startsWith('assets/') || content.length < COMPRESSED_FROM_BYTES) continue;
          this.emitFile({
            type: 'asset',
            fileName: `${output.fileName}.br`,
            source: brotliCompressSync(content, BROTLI),
          });
          this.emitFile({ type: 'asset', fileName: `${output.fileName}.gz`, source: gzipSync(content, { level: 9 }) });
        }
      },
    },
  };
}

/**
 * Puts everything that every page needs into one chunk. Otherwise the bundler splits out each module that the entry shares with a
 * page, and the browser requests a dozen files before it shows anything.
 */
function gatherFirstChunk(): { readonly ids: ReadonlySet<string>; readonly plugin: Plugin } {
  const ids = new Set<string>();
  return {
    ids,
    plugin: {
      name: 'first-chunk',
      apply: 'build',
      buildEnd() {
        const entry = [...this.getModuleIds()].find((id) => id.endsWith('/portal/main.tsx'));
        if (entry === undefined) throw new Error('The entry of the portal was not found.');
        ids.add(entry);
        // Iterating a Set includes elements that are added meanwhile.
        for (const id of ids)
          for (const imported of this.getModuleInfo(id)?.importedIds ?? [])
            if (!isRare(id, imported)) ids.add(imported);
      },
    },
  };
}

/** The index of the component library imports all components; few of them are on most pages. */
function isRare(id: string, imported: string): boolean {
  return (
    id.endsWith('/@mantine/core/esm/index.mjs') &&
    imported.includes('/esm/components/') &&
    !/\/(?:Button|TextInput|NativeSelect)\/[^/]*$/.test(imported)
  );
}
