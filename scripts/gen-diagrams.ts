// `npm run gen:diagrams`: compiles every document diagram, `content/documents/*/diagrams/*.mmd`, to the `.generated.json` beside it.
import { writeFileSync } from 'node:fs';
import { compile, compiledPath, compiledText, diagramPaths, mermaidParser } from './diagrams/compile';

const parse = await mermaidParser();
const paths = diagramPaths();
for (const path of paths) {
  const diagram = await compile(path, parse);
  writeFileSync(compiledPath(path), compiledText(diagram));
}
console.log(`${paths.length} diagrams`);
process.exit(0);
