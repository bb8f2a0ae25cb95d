import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { fidelity } from './scripts/vite/fidelity.ts';
import { lessonIndex } from './scripts/vite/lesson-index.ts';

export default defineConfig({
  plugins: [react(), lessonIndex(), fidelity()],
  test: {
    // A busy machine is slow, not wrong.
    testTimeout: 60_000,
    setupFiles: ['./vitest.setup.ts'],
    coverage: { provider: 'v8', include: ['src/**'], exclude: ['**/*.test.*', '**/*.generated.*'] },
    // `include` stays inside the projects: with `extends` Vitest would add an outer one to each.
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,content,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.dom.test.{ts,tsx}'],
        },
      },
      { extends: true, test: { name: 'dom', environment: 'happy-dom', include: ['src/**/*.dom.test.{ts,tsx}'] } },
    ],
  },
});
