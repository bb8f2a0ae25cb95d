// Models: nothing of Kubernetes; the part of the engine that holds the kinds beside those without which no Pod runs.
// Simplified: —
// Not modelled: —
import { installFurtherKinds } from './api/kinds';
import { furtherKinds } from './api/kinds/further';
import furtherTypes from './api/schema/further.json';
import { installTypes } from './api/schema/schema';
import { coreColumns } from './apiserver/core-columns';
import { installColumns } from './apiserver/table';

installTypes(furtherTypes);
installFurtherKinds(furtherKinds);
installColumns(coreColumns);
