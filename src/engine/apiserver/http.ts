// Models: net/http and k8s.io/apiserver pkg/endpoints/request RequestInfo, as plain data.
// Simplified: a body is a JSON value already decoded; there is no wire.
// Not modelled: authentication, content negotiation beyond patch types.
import type { KindDefinition } from '../api/kinds';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path without query: `/api/v1/namespaces/default/pods/web-1/status`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  /** The `Accept` header: a Table or aggregated discovery. */
  readonly accept?: string;
  readonly body?: unknown;
  /** The process that asks: `kube-scheduler`, `kubelet/node-1`, `kubectl`. */
  readonly user: string;
  /** The part of the process that asks, such as `deployment-controller`; the process itself when absent. */
  readonly actor?: string;
  /** Virtual time at which it is sent; now when absent, never before. */
  readonly sentAt?: number;
  /** Typed clients send well-formed objects; text from people is checked against the schema. */
  readonly trusted?: boolean;
  /** For a watch: the component that gets its events. */
  readonly sink?: string;
  readonly cause?: number;
}

export interface ApiResponse {
  readonly code: number;
  /** The object, the list, or a Status. */
  readonly body: unknown;
  /** Texts of `Warning` headers. */
  readonly warnings: readonly string[];
  /** `seq` of the trace event of this request. */
  readonly seq: number;
  /** Virtual time at which the answer is there. */
  readonly repliedAt: number;
  /** For a watch: its stream. */
  readonly stream?: string;
}

export interface RequestInfo {
  /** The kind as it is stored. */
  readonly kind: KindDefinition;
  /** The served version that the path names, where that is another. */
  readonly view?: KindDefinition;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}
