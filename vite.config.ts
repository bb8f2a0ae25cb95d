import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { fidelity } from './scripts/vite/fidelity.ts';
import { lessonIndex } from './scripts/vite/lesson-index.ts';

/** The dev server injects inline scripts (Fast Refresh), so the page's own policy holds for the built page only. */
const devWithoutPolicy: Plugin = {
  name: 'dev-without-content-security-policy',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
};

export default defineConfig({
  // Relative, so that the files work on any host and any sub-path.
  base: './',
  plugins: [react(), lessonIndex(), fidelity(), devWithoutPolicy],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    manifest: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: { input: ['index.html'] },
  },
});
