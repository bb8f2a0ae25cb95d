/** Modules that are made when the page is built: see scripts/vite. */

declare module 'virtual:lesson-index' {
  export const lessonIndex: readonly {
    readonly document: string;
    readonly slug: string;
    readonly minutes: number;
    readonly questions: readonly number[];
    readonly claims: readonly number[];
    readonly text: Readonly<
      Record<'en' | 'zh', { readonly title: string; readonly short: string; readonly question: string }>
    >;
  }[];
}

declare module 'virtual:fidelity' {
  export const modelledFiles: readonly {
    readonly path: string;
    readonly models: string;
    readonly simplified: string;
    readonly notModelled: string;
  }[];
}

declare module 'virtual:editor-schema' {
  /** A JSON Schema of the kinds that the lab serves. */
  export const editorSchema: object;
}
