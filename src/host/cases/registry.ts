/** Every adapter, one import a component; a case whose adapter is not here counts as skipped. */
import { adapters as quantity } from '../../engine/api/quantity.cases';
import { adapters as selectors } from '../../engine/api/selectors.cases';
import { adapters as requests } from '../../engine/apiserver/request.cases';
import type { CaseAdapter } from './case-form';

export const adapters: readonly CaseAdapter[] = [...quantity, ...selectors, ...requests];
