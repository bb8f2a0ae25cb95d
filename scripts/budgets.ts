// Measures dist/ against the size budgets. `npm run budgets` after `npm run build`.
import { measureAll, report } from './budgets/measure';

const { text, within } = report(measureAll('dist'));
console.log(text);
process.exitCode = within ? 0 : 1;
