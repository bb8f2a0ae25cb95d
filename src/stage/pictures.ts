import type { StepView } from '../lessons/types';

/** Pictures of one and the same cursor. */
export type PictureName = 'document' | 'cluster' | 'lanes' | 'gauge';

/** Pictures that there are of two branches side by side. */
export type ComparedPicture = 'cluster' | 'gauge';

export function isCompared(picture: PictureName): picture is ComparedPicture {
  return picture === 'cluster' || picture === 'gauge';
}

/** The picture that a lesson's step asks for. The document's needs a diagram. */
export function pictureOf(view: StepView | undefined, diagram: string | undefined): PictureName {
  const named = view?.picture === 'rollout-gauge' ? 'gauge' : view?.picture;
  if (named === 'document') return diagram === undefined ? 'cluster' : 'document';
  return named === 'lanes' || named === 'gauge' ? named : 'cluster';
}

/** The gauge that a step has below its picture, if any, and whose it is. */
export function dockOf(view: StepView | undefined): { readonly deployment: string | undefined } | undefined {
  if (view?.dock?.picture !== 'rollout-gauge') return undefined;
  const { deployment } = view.dock;
  return { deployment: typeof deployment === 'string' ? `default/${deployment}` : undefined };
}
