/** Words of the frame that other pages hold. */
export const embed = {
  openInLab: 'Open in the lab',
  newWindow: 'opens in a new window',
  controls: 'Steps',
  back: 'Back',
  forward: 'Next step',
  picture: 'The cluster in a picture',
  text: 'Text of the step',
  starting: 'The cluster is starting.',
  unknown: 'There is no such lesson.',
  refused: 'This run cannot be opened.',
  failed: 'The lesson cannot go on.',
  retry: 'Start again',
  fork: 'Make it yours',
  forkWhat: 'Opens the playground with this run, in a new window',
  sharedRun: 'A shared run',
  closeObject: 'Close',
  count: (step: number, all: number) => `${step}/${all}`,
};

export type EmbedWords = typeof embed;
