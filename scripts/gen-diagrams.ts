import { writeFileSync } from 'node:fs';
import { runCommand } from '../src/host/command-line.mjs';
import { compile, compiledPath, compiledText, diagramPaths, mermaidParser } from './diagrams/compile';

await runCommand({
  call: 'npm run gen:diagrams --',
  usage: '',
  help: `Compiles every document diagram, content/documents/*/diagrams/*.mmd, to the .generated.json beside it.

Exit code: 0 written, 2 bad input.`,
  async main() {
    const parse = await mermaidParser();
    const paths = diagramPaths();
    for (const path of paths) {
      const diagram = await compile(path, parse);
      writeFileSync(compiledPath(path), compiledText(diagram));
    }
    console.log(`${paths.length} diagrams`);
    return 0;
  },
});
// Mermaid leaves something running.
process.exit();
