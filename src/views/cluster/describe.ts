import type { Ui } from '../../i18n/index';
import { actorName, kindName } from '../words';
import { cpuText } from './cpu';
import type { ClusterModel, NodeBox, ObjectCard, PodCell } from './model';

/** The picture in words, as an outline of two levels. */
export interface Outline {
  readonly summary: string;
  readonly items: readonly { readonly id: string; readonly text: string; readonly parts: readonly string[] }[];
}

/** How a Pod is, without its name. */
export function podWords(ui: Ui, pod: PodCell): string {
  const { look, reason, message, restarts } = pod.state;
  // kubectl's word alone: what the look is called, "Failed", would be a phase that the Pod is not in.
  const words = [reason && reason !== 'Pending' ? reason : ui.cluster.words[look]];
  if (message) words.push(message);
  if (restarts > 0) words.push(ui.cluster.restarts(restarts));
  if (pod.listed) words.push(ui.cluster.inSlice);
  return ui.list(words);
}

export function describePod(ui: Ui, pod: PodCell): string {
  return ui.cluster.pod(pod.name, podWords(ui, pod), pod.node);
}

export function nodeWords(ui: Ui, node: NodeBox): string {
  const words = [node.ready ? ui.cluster.ready : ui.cluster.notReady];
  if (node.cut) words.push(ui.cluster.cut);
  if (node.unschedulable) words.push(ui.cluster.unschedulable);
  words.push(ui.cluster.cpuOf(cpuText(node.cpuRequestedMilli), cpuText(node.cpuAllocatableMilli)));
  if (node.pods.length === 0) words.push(ui.cluster.noPodsOnNode);
  return ui.list(words);
}

export function describeNode(ui: Ui, node: NodeBox): string {
  return ui.named(node.name, nodeWords(ui, node));
}

export function cardWords(ui: Ui, card: ObjectCard): string {
  if (card.resource === 'services') {
    const endpoints =
      card.endpoints < 0 ? ui.cluster.noEndpoints : ui.cluster.endpoints(card.endpointsReady, card.endpoints);
    return ui.list([card.address, endpoints].filter(Boolean));
  }
  if (card.resource === 'configmaps') return ui.cluster.keys(card.want);
  const words = [ui.cluster.replicasLong(card.have, card.want)];
  if (card.failing) words.push(card.failing);
  if (card.revision) words.push(ui.cluster.revision(card.revision));
  return ui.list(words);
}

export function describeCard(ui: Ui, card: ObjectCard): string {
  return ui.named(`${kindName(card.resource)} ${card.name}`, cardWords(ui, card));
}

export function describeCluster(ui: Ui, model: ClusterModel): Outline {
  const items = [
    ...model.nodes.map((node) => ({
      id: node.id,
      text: describeNode(ui, node),
      parts: node.pods.map((pod) => describePod(ui, pod)),
    })),
    ...(model.waiting.length > 0
      ? [{ id: 'waiting', text: ui.cluster.waiting, parts: model.waiting.map((pod) => describePod(ui, pod)) }]
      : []),
    ...model.cards.map((card) => ({ id: card.id, text: describeCard(ui, card), parts: [] })),
  ];
  const { message } = model;
  if (message) {
    const text = ui.cluster.message(actorName(ui, message.actor), actorName(ui, message.target), message.label);
    items.unshift({ id: 'message', text, parts: [] });
  }
  return { summary: ui.cluster.description(model.nodes.length, model.pods), items };
}
