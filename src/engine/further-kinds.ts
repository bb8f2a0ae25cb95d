// Models: nothing of Kubernetes; the part of the engine that holds the kinds beside those without which no Pod runs, of the
//   admission plugins and controllers those that need these kinds, the scheduler's plugins, and what only clients outside
//   the cluster ask the API server for.
// Simplified: —
// Not modelled: —

import { installFurtherKinds } from './api/kinds';
import { furtherKinds } from './api/kinds/further';
import furtherTypes from './api/schema/further.json';
import { installTypes } from './api/schema/schema';
import { podWarnings } from './api/validation/pod-warnings';
import { installAdmissionPlugins } from './apiserver/admission/chain';
import { furtherAdmissionPlugins } from './apiserver/admission/further';
import { applyConfig, withOwners } from './apiserver/apply/server-side-apply';
import { connect } from './apiserver/connect';
import { coreColumns } from './apiserver/core-columns';
import { definitionControllers } from './apiserver/definition-controllers';
import { discovery } from './apiserver/discovery';
import { evict } from './apiserver/eviction';
import { installExtensions } from './apiserver/extensions';
import { openApi } from './apiserver/open-api';
import { jsonPatch } from './apiserver/patch/json-patch';
import { review } from './apiserver/reviews';
import { scale } from './apiserver/scale';
import { customKindsOf } from './apiserver/served-kinds';
import { installColumns, tableOf } from './apiserver/table';
import { throughView } from './apiserver/view';
import { installControllers } from './controllers';
import { furtherControllers } from './controllers/further';
import { KubeletServer } from './kubelet/server';
import { installKubeletServer } from './kubelet/server-part';
import { OutsideRequests } from './requests';
import { installOutsideRequests } from './requests-part';
import { plugins } from './scheduler/plugins';
import { installPlugins } from './scheduler/registry';

installTypes(furtherTypes);
installFurtherKinds(furtherKinds);
installPlugins(plugins);
installColumns(coreColumns);
installAdmissionPlugins(furtherAdmissionPlugins);
installControllers(furtherControllers);
installExtensions({
  applyConfig,
  withOwners,
  tableOf,
  connect,
  review,
  scale,
  throughView,
  jsonPatch,
  podWarnings,
  evict,
  customKindsOf,
  processes: [definitionControllers],
  document: (path, accept, kinds) => discovery(path, accept, kinds) ?? openApi(path, kinds),
});
installOutsideRequests((context) => new OutsideRequests(context));
installKubeletServer((shared) => new KubeletServer(shared));
