import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { furtherPath, generate, schemaPath, typesPath } from './gen-schema';

describe('the generated API types and schema', () => {
  it('are what npm run gen:schema writes today', async () => {
    const generated = await generate();
    expect(readFileSync(typesPath, 'utf8')).toBe(generated.types);
    expect(readFileSync(schemaPath, 'utf8')).toBe(generated.schema);
    expect(readFileSync(furtherPath, 'utf8')).toBe(generated.further);
  });

  it('stay within the 12 KB that the core of the engine may spend on them', async () => {
    const { gzipSync } = await import('node:zlib');
    const compact = JSON.stringify(JSON.parse(readFileSync(schemaPath, 'utf8')));
    expect(gzipSync(compact, { level: 9 }).length).toBeLessThanOrEqual(12 * 1024);
  });
});
