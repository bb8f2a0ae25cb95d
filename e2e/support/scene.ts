/** A run as the determinism test keeps it: in the browser and in Node it must give one hash. */
export interface SceneFile {
  readonly seed: number;
  readonly nodes: readonly { readonly name: string }[];
  readonly until: number;
  readonly commands: readonly {
    readonly at: number;
    readonly to: string;
    readonly type: string;
    readonly payload?: unknown;
    readonly file?: string;
    readonly text?: string;
  }[];
}
