// Models: sigs.k8s.io/yaml Marshal (go.yaml.in/yaml/v2 emitter), as `kubectl get -o yaml` prints objects
// Simplified: long texts are not folded.
// Not modelled: anchors, comments.
import { resolvePlain } from '../../engine/index';
import { compareStrings } from '../../shared/compare';

function isPlain(text: string): boolean {
  if (text === '' || typeof resolvePlain(text) !== 'string') return false;
  if (/^\d{4}-\d{1,2}-\d{1,2}/.test(text) || /^[-+]?\d[\d_]*(:[0-5]?\d)+(\.\d*)?$/.test(text)) return false;
  if (/^[\s]|[\s]$/.test(text) || /[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]/.test(text)) return false;
  if (/^[,[\]{}#&*!|>'"%@`]/.test(text) || /^[-?:]( |$)/.test(text) || text.startsWith('---')) return false;
  return !/: |:$| #/.test(text) && text !== '=' && text !== '<<';
}

function scalar(value: unknown, indent: string): string {
  if (typeof value !== 'string') return value === null || value === undefined ? 'null' : String(value);
  if (isPlain(value)) return value;
  if (/\n/.test(value) && !/[^\n\t\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]|^[ \n]| \n|\t\n/.test(value)) {
    const keep = value.endsWith('\n\n') ? '+' : value.endsWith('\n') ? '' : '-';
    const lines = (keep === '-' ? value : value.slice(0, -1)).split('\n');
    return `|${keep}\n${lines.map((line) => (line === '' ? '' : `${indent}${line}`)).join('\n')}`;
  }
  const ambiguous = typeof resolvePlain(value) !== 'string' || value === '' || /^\d{4}-|^[-+]?\d[\d_]*:/.test(value);
  if (ambiguous || /[^\x20-\x7e\u00a0-\uffff]/.test(value)) return JSON.stringify(value);
  return `'${value.replaceAll("'", "''")}'`;
}

function node(value: unknown, indent: string, inList: boolean): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []\n';
    return `\n${value
      .map((item) => {
        const text = node(item, `${indent}  `, true);
        return `${indent}-${text.startsWith('\n') ? ` ${text.slice(1).slice(indent.length + 2)}` : text}`;
      })
      .join('')}`;
  }
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value)
      .filter((key) => (value as Record<string, unknown>)[key] !== undefined)
      .sort(compareStrings);
    if (keys.length === 0) return ' {}\n';
    const members = keys.map((key) => {
      const member = (value as Record<string, unknown>)[key];
      // A list inside a map stands at the indent of its key.
      return `${indent}${scalar(key, indent)}:${node(member, Array.isArray(member) ? indent : `${indent}  `, false)}`;
    });
    return `\n${members.join('')}`;
  }
  return ` ${scalar(value, inList ? indent : indent)}\n`;
}

/** An object as YAML with sorted keys, with its last newline. */
export function printYaml(value: unknown): string {
  return node(value, '', false).replace(/^[\n ]/, '');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value).sort(compareStrings);
  return Object.fromEntries(keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]));
}

/** An object as JSON with sorted keys, indented by four, without last newline. */
export function printJson(value: unknown): string {
  return JSON.stringify(sorted(value), undefined, 4);
}
