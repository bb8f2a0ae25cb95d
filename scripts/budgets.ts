// Measures dist/ against the size budgets. `npm run budgets` after `npm run build`.
import { measureAll, report } from './budgets/measure';

try {
  const { text, within } = report(measureAll('dist'));
  console.log(text);
  process.exitCode = within ? 0 : 1;
} catch (error) {
  console.error(`budgets: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
