// Models: nothing of Kubernetes; the part of this client that carries out commands.
// Simplified: —
// Not modelled: —
import { afterApply } from '../after-apply';
import { mapObject } from '../apply';
import { installCommands } from '../lines';
import { completeLine } from './complete';
import { runner } from './run-line';

installCommands({ runner, complete: completeLine, mapObject, afterApply });
