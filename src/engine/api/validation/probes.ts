/**
 * Models: pkg/apis/core/validation (validateProbe, validateHandler, validateLifecycle, validateSleepAction).
 * Simplified: -
 * Not modelled: -
 */
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import type { HTTPGetAction, Lifecycle, LifecycleHandler, Probe } from '../types';
import { addAll, checkNonNegative, checkPortNumberOrName } from './fields';
import { isHttpHeaderName } from './formats';

const ONE_HANDLER = 'may not specify more than 1 handler type';

/** What a probe and a lifecycle hook may do; each knows only some of these. */
interface Handler {
  readonly exec?: Probe['exec'];
  readonly httpGet?: Probe['httpGet'];
  readonly tcpSocket?: Probe['tcpSocket'];
  readonly grpc?: Probe['grpc'];
  readonly sleep?: LifecycleHandler['sleep'];
}

export function checkLivenessProbe(errors: FieldError[], field: string, probe: Probe): void {
  checkProbe(errors, field, probe);
  checkSuccessThresholdOne(errors, field, probe);
}

export function checkStartupProbe(errors: FieldError[], field: string, probe: Probe): void {
  checkLivenessProbe(errors, field, probe);
}

export function checkReadinessProbe(errors: FieldError[], field: string, probe: Probe): void {
  checkProbe(errors, field, probe);
  const seconds = probe.terminationGracePeriodSeconds;
  if (seconds != null) {
    errors.push(invalid(`${field}.terminationGracePeriodSeconds`, seconds, 'must not be set for readinessProbes'));
  }
}

function checkSuccessThresholdOne(errors: FieldError[], field: string, probe: Probe): void {
  const threshold = probe.successThreshold ?? 0;
  if (threshold !== 1) errors.push(invalid(`${field}.successThreshold`, threshold, 'must be 1'));
}

function checkProbe(errors: FieldError[], field: string, probe: Probe): void {
  checkHandler(errors, field, probe, undefined);
  checkNonNegative(errors, `${field}.initialDelaySeconds`, probe.initialDelaySeconds);
  checkNonNegative(errors, `${field}.timeoutSeconds`, probe.timeoutSeconds);
  checkNonNegative(errors, `${field}.periodSeconds`, probe.periodSeconds);
  checkNonNegative(errors, `${field}.successThreshold`, probe.successThreshold);
  checkNonNegative(errors, `${field}.failureThreshold`, probe.failureThreshold);
  const seconds = probe.terminationGracePeriodSeconds;
  if (seconds != null && seconds <= 0) {
    errors.push(invalid(`${field}.terminationGracePeriodSeconds`, seconds, 'must be greater than 0'));
  }
}

function checkHandler(errors: FieldError[], field: string, handler: Handler, graceSeconds: number | undefined): void {
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler;
  let handlers = 0;
  if (exec != null) {
    handlers++;
    if (exec.command == null || exec.command.length === 0) errors.push(required(`${field}.exec.command`));
  }
  if (httpGet != null) {
    if (handlers++ > 0) errors.push(forbidden(`${field}.httpGet`, ONE_HANDLER));
    else checkHttpGet(errors, `${field}.httpGet`, httpGet);
  }
  if (tcpSocket != null) {
    if (handlers++ > 0) errors.push(forbidden(`${field}.tcpSocket`, ONE_HANDLER));
    else checkPortNumberOrName(errors, `${field}.tcpSocket.port`, tcpSocket.port);
  }
  if (grpc != null) {
    if (handlers++ > 0) errors.push(forbidden(`${field}.grpc`, ONE_HANDLER));
    else checkPortNumberOrName(errors, `${field}.grpc.port`, grpc.port);
  }
  if (sleep != null) {
    if (handlers++ > 0) errors.push(forbidden(`${field}.sleep`, ONE_HANDLER));
    else checkSleep(errors, `${field}.sleep`, sleep.seconds ?? 0, graceSeconds);
  }
  if (handlers === 0) errors.push(required(field, 'must specify a handler type'));
}

function checkSleep(errors: FieldError[], field: string, seconds: number, graceSeconds: number | undefined): void {
  if (graceSeconds === undefined || (seconds >= 0 && seconds <= graceSeconds)) return;
  const message = `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`;
  errors.push(invalid(field, seconds, message));
}

function checkHttpGet(errors: FieldError[], field: string, action: HTTPGetAction): void {
  if (!action.path) errors.push(required(`${field}.path`));
  checkPortNumberOrName(errors, `${field}.port`, action.port);
  const scheme = action.scheme ?? '';
  if (scheme !== 'HTTP' && scheme !== 'HTTPS') {
    errors.push(notSupported(`${field}.scheme`, scheme, ['HTTP', 'HTTPS']));
  }
  for (const header of action.httpHeaders ?? []) {
    const name = header.name ?? '';
    addAll(errors, `${field}.httpHeaders`, name, isHttpHeaderName(name));
  }
}

export function checkLifecycle(
  errors: FieldError[],
  field: string,
  lifecycle: Lifecycle,
  graceSeconds: number | undefined,
): void {
  if (lifecycle.postStart != null) checkHandler(errors, `${field}.postStart`, lifecycle.postStart, graceSeconds);
  if (lifecycle.preStop != null) checkHandler(errors, `${field}.preStop`, lifecycle.preStop, graceSeconds);
}
