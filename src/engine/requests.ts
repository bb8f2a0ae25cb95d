// Models: a client outside the cluster that sends single requests.
// Simplified: —
// Not modelled: —
import type { ApiRequest } from './apiserver/http';
import type { EngineContext, EngineProcess } from './engine-context';

/** Command `request` (an ApiRequest): sends it to the API server as it is. */
export function outsideRequests({ kernel, api }: EngineContext): EngineProcess {
  kernel.on('http', ({ payload }) => {
    const request = payload as ApiRequest;
    kernel.cause = kernel.emit({
      actor: request.user,
      verb: 'command',
      subject: `${request.method} ${request.path}`,
      level: 'action',
    });
    api.handle({ ...request, trusted: false });
  });
  return { boot: () => {} };
}
