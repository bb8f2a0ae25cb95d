import { isWord, readLanguage, readTheme } from './address';

const source = 'clusterglass';
const version = 1;
/** An order has a type and at most one word; an object with more fields than this is none. */
const maxFields = 16;

/** What an embed tells the page around it: nothing about the person, and no answer in its own words. */
export type EmbedMessage =
  | { readonly type: 'ready'; readonly lesson: string | undefined; readonly steps: number }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'step'; readonly step: string; readonly number: number; readonly steps: number }
  | { readonly type: 'prediction'; readonly step: string; readonly right: boolean }
  | { readonly type: 'goal'; readonly step: string; readonly met: boolean }
  /** `score`: 0 to 1. */
  | { readonly type: 'complete'; readonly score: number };

/** What the page around it may ask of an embed. */
export type EmbedOrder =
  | { readonly type: 'goto'; readonly step: string }
  | { readonly type: 'setLang'; readonly lang: 'zh' | 'en' }
  | { readonly type: 'setTheme'; readonly theme: 'light' | 'dark' }
  | { readonly type: 'pause' };

const field = (data: object, name: string): unknown =>
  Object.hasOwn(data, name) ? Reflect.get(data, name) : undefined;

/** Reads a message of unknown origin; `undefined` when it is no order of this version. Never throws. */
export function readOrder(data: unknown): EmbedOrder | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  if (Object.keys(data).length > maxFields) return undefined;
  if (field(data, 'source') !== source || field(data, 'version') !== version) return undefined;
  switch (field(data, 'type')) {
    case 'goto': {
      const step = field(data, 'step');
      return isWord(step) ? { type: 'goto', step } : undefined;
    }
    case 'setLang': {
      const lang = readLanguage(field(data, 'lang'));
      return lang && { type: 'setLang', lang };
    }
    case 'setTheme': {
      const theme = readTheme(field(data, 'theme'));
      return theme && { type: 'setTheme', theme };
    }
    case 'pause':
      return { type: 'pause' };
    default:
      return undefined;
  }
}

/** Tells the page around this one. It holds nothing that any page may not know, so any origin may hear it. */
export function tell(message: EmbedMessage): void {
  if (parent === window) return;
  parent.postMessage({ source, version, ...message }, '*');
  // Learning platforms that follow LTI know this one.
  if (message.type === 'resize') parent.postMessage({ subject: 'lti.frameResize', height: message.height }, '*');
}

/** Hears the orders of the page around this one, and of no other window. Returns how to stop. */
export function hear(listener: (order: EmbedOrder) => void): () => void {
  const receive = (event: MessageEvent<unknown>) => {
    if (parent === window || event.source !== parent) return;
    const order = readOrder(event.data);
    if (order) listener(order);
  };
  addEventListener('message', receive);
  return () => removeEventListener('message', receive);
}
