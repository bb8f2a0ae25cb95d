import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { authorPreview } from './scripts/vite/author-preview.ts';
import { editorSchemaModule } from './scripts/vite/editor-schema.ts';
import { embedLoader } from './scripts/vite/embed-loader.ts';
import { fidelity } from './scripts/vite/fidelity.ts';
import { lessonIndex } from './scripts/vite/lesson-index.ts';

/** The dev server injects inline scripts (Fast Refresh), so the page's own policy holds for the built page only. */
const devWithoutPolicy: Plugin = {
  name: 'dev-without-content-security-policy',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
};

/**
 * Everything that a page needs is kept at the first visit; what is large and seldom needed (the editor) when it is first
 * used. A new version takes over once no page of the old one is open: chunks of two versions do not mix.
 */
const offline = VitePWA({
  injectRegister: false,
  manifest: false,
  workbox: {
    globPatterns: ['**/*.{html,js,css,svg,json,yaml,woff2}'],
    globIgnores: ['**/licenses.md', '**/*monaco*', '**/editor.worker*', '**/yaml.worker*', '**/zh-cn-*'],
    maximumFileSizeToCacheInBytes: 700_000,
    navigateFallback: null,
    clientsClaim: true,
    cleanupOutdatedCaches: true,
    runtimeCaching: [
      {
        urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.includes('/assets/'),
        handler: 'CacheFirst',
        options: { cacheName: 'assets', expiration: { maxEntries: 200 } },
      },
    ],
  },
});

export default defineConfig({
  // Relative, so that the files work on any host and any sub-path.
  base: './',
  plugins: [
    react(),
    lessonIndex(),
    authorPreview(),
    fidelity(),
    editorSchemaModule(),
    embedLoader(),
    offline,
    devWithoutPolicy,
  ],
  // monaco-yaml's helpers name files of monaco-editor as they lay before its exports map did.
  resolve: { alias: [{ find: /^monaco-editor\/esm\/vs\/(.*)$/, replacement: 'monaco-editor/$1' }] },
  // Found only when the editor loads, it would make the dev server reload the page.
  optimizeDeps: { include: ['monaco-yaml/yaml.worker.js'] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    manifest: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: { input: ['index.html', 'embed.html'] },
  },
});
