import { useEffect } from 'react';
import { type FigureName, loadRun } from '../stage/document-diagrams';
import { lab } from '../store/lab-connection';
import { emptyScene } from '../worker/new-scene';
import { replaceAddress, useRoute } from './route';

async function begin(link: string | undefined, fresh: boolean): Promise<void> {
  // The link has done its part: what follows is the learner's own run, kept in this browser.
  if (link !== undefined) replaceAddress('#/playground');
  if (fresh) await lab.begin();
  if (link !== undefined) await lab.openLink(link);
}

/** Plays what lights a diagram, in a lab of its own, and goes back to where that begins. */
async function beginFigure(figure: FigureName): Promise<void> {
  const run = await loadRun(figure);
  if (!run || !(await lab.openScene(emptyScene(1)))) return;
  const performed = await lab.perform(run);
  if (performed) await lab.seek(performed.position);
}

/** Which lab the Worker holds: a lesson may have taken it in between. */
let owner: symbol | undefined;

/** Takes the lab for a page. True when another page had it. */
export function takeLab(page: symbol): boolean {
  const taken = owner !== page;
  owner = page;
  return taken;
}

const playground = Symbol('playground');

/** Starts the playground's lab, and opens the links that the address bar is given. */
export function useBeginning(): void {
  const route = useRoute();
  const link = route.page === 'playground' ? route.link : undefined;
  const figure = route.page === 'playground' ? route.figure : undefined;
  useEffect(() => {
    if (route.page !== 'playground') return;
    if (figure) {
      takeLab(Symbol('figure'));
      void beginFigure(figure);
      return;
    }
    const fresh = takeLab(playground);
    if (fresh || link !== undefined) void begin(link, fresh);
  }, [route.page, link, figure]);
}
