import type { EmbedWords } from '../en/embed';

/** 嵌入别的网页时的文字。 */
export const embed: EmbedWords = {
  openInLab: '在实验室里打开',
  newWindow: '在新窗口打开',
  controls: '步骤',
  back: '后退',
  forward: '下一步',
  picture: '集群的图',
  text: '这一步的文字',
  starting: '正在启动集群。',
  unknown: '没有这一课。',
  refused: '这个运行打不开。',
  failed: '这一课无法继续。',
  retry: '重新开始',
  fork: '拿去自己试',
  forkWhat: '在新窗口打开练习场，从这一刻接着做',
  sharedRun: '分享的运行',
  closeObject: '关闭',
  count: (step, all) => `${step}/${all}`,
};
