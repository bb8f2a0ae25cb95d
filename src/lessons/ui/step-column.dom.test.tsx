import { readFileSync } from 'node:fs';
import { act, useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import lesson from '../../../content/documents/deployment/lessons/rolling-ten/lesson';
import { ui as en } from '../../../content/languages/en/ui';
import { ui as zh } from '../../../content/languages/zh/ui';
import { mount } from '../../views/testing/mount';
import { LessonRun } from '../lesson-run';
import { labStage } from '../testing/stage';
import { parseLessonText } from '../text/lesson-text';
import type { Lesson } from '../types';
import { StepColumn } from './StepColumn';

const folder = 'content/documents/deployment/lessons/rolling-ten';
const textIn = (language: string) => parseLessonText(readFileSync(`${folder}/${language}.mdx`, 'utf8')).text;

let page: Awaited<ReturnType<typeof mount>>;
afterEach(() => page.unmount());

function Column({ run, language }: { readonly run: LessonRun; readonly language: string }) {
  const [pointed, setPointed] = useState<string>();
  const parts = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].map((id) => ({ id, label: `box ${id}` }));
  return (
    <StepColumn
      run={run}
      text={textIn(language)}
      parts={parts}
      pointed={pointed}
      onPoint={setPointed}
      onMoment={() => {}}
    />
  );
}

async function at(step: string | undefined, language: 'en' | 'zh' = 'en') {
  const run = new LessonRun(lesson as Lesson, labStage());
  await run.begin(step === undefined ? {} : { step });
  page = await mount(<Column run={run} language={language} />, language === 'en' ? en : zh);
  return run;
}

/** Lets what was asked for be done. */
const settle = (run: LessonRun) =>
  act(async () => {
    while (run.state.busy) await new Promise((resolve) => setTimeout(resolve, 5));
  });

const button = (name: string) =>
  [...page.host.querySelectorAll('button')].find(
    (one) => one.textContent?.trim() === name || one.getAttribute('aria-label') === name,
  ) as HTMLButtonElement;

async function type(field: HTMLInputElement | HTMLSelectElement, value: string) {
  await act(async () => {
    const prototype = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  });
}

async function submit(run: LessonRun) {
  await act(async () => page.host.querySelector('form')?.requestSubmit());
  await settle(run);
}

const shows = (text: string) => page.host.textContent?.includes(text) === true;

describe('a step', () => {
  test('that asks for a number gives a wrong answer its two sentences and its hint, and shows nothing of what follows', async () => {
    const run = await at('created');
    expect(shows('13 − 10 = 3')).toBe(false);
    expect(shows('The document says')).toBe(false);
    await type(page.host.querySelector('input[type=number]') as HTMLInputElement, '1');
    await submit(run);
    expect(shows('"Rolling" sounds like one at a time.')).toBe(true);
    expect(shows('It would be 1 with')).toBe(true);
    expect(shows('Which way does it round?')).toBe(true);
    await type(page.host.querySelector('input[type=number]') as HTMLInputElement, '3');
    await submit(run);
    expect(shows('13 − 10 = 3')).toBe(true);
    expect(shows('The document says')).toBe(true);
    expect(button('Check')).toBeUndefined();
  });

  test('that follows another is shown from its beginning, wherever the one before was left', async () => {
    const run = await at('start');
    const shown: string[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      shown.push(this.querySelector('h2')?.textContent ?? '');
    };
    await act(async () => run.next());
    await settle(run);
    expect(shown).toEqual(['25\u00a0% and 25\u00a0% become 13 and 8']);
    expect(document.activeElement?.tagName).toBe('H2');
  });

  test('can be skipped, which is no wrong answer', async () => {
    const run = await at('created');
    await act(async () => button('Skip').click());
    await settle(run);
    expect(shows('13 − 10 = 3')).toBe(true);
    expect(shows('Think again')).toBe(false);
  });

  test('whose answer is a place in the picture can be answered from a list too', async () => {
    const run = await at('deletes');
    const list = page.host.querySelector('select') as HTMLSelectElement;
    expect([...list.options].map(({ text }) => text)).toContain('box I');
    await type(list, 'F');
    await submit(run);
    expect(shows('It chose the number 8.')).toBe(true);
    await type(list, 'I');
    await submit(run);
    expect(shows('Two cells turn grey.')).toBe(true);
  });

  test('with a button shows its text and its question once that was pressed; an order is made with buttons', async () => {
    const run = await at('ready');
    expect(shows('Put the three writes in order.')).toBe(false);
    await act(async () => button('Let the first three become Ready').click());
    await settle(run);
    expect(shows('Eleven are available now')).toBe(true);
    const order = () => [...page.host.querySelectorAll('ol li')].map((item) => item.textContent);
    for (const from of [2, 1]) {
      expect(order()[from]).toBe('old 8 → 5');
      await act(async () => button('Move “old 8 → 5” up').click());
    }
    await act(async () => button('Move “old 5 → 3” down').click());
    expect(order()).toEqual(['old 8 → 5', 'new 5 → 8', 'old 5 → 3']);
    await submit(run);
    expect(shows('Then it waits; the last write needs more Ready Pods.')).toBe(true);
  });

  test('begins, in the learner’s language, with the question of the lesson before', async () => {
    const run = await at(undefined, 'zh');
    expect(shows('只把')).toBe(true);
    await type(page.host.querySelector('input[type=number]') as HTMLInputElement, '1');
    await submit(run);
    expect(shows('一个。改了 Pod 模板，才会有新的。')).toBe(true);
    await act(async () => button('开始').click());
    await settle(run);
    expect(page.host.querySelector('h2')?.textContent).toBe('新镜像到了，Pod 一个没动');
  });
});
