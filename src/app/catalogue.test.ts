import { expect, test } from 'vitest';
import { lessonForQuestion, lessonOrder } from '../../content/atlas/lessons';
import { atlas as en } from '../../content/languages/en/atlas';
import { ui as enUi } from '../../content/languages/en/ui';
import { atlas as zh } from '../../content/languages/zh/atlas';
import { answeredQuestions, findLesson, lessonsOf, startLesson } from './catalogue';
import { allPlaces, findPlaces } from './search';

test('the lists know every lesson that there is, in the order in which they are read', () => {
  const listed = lessonsOf('deployment').map(({ document, slug }) => `${document}/${slug}`);
  const there = Object.keys(import.meta.glob('../../content/documents/*/lessons/*/lesson.ts'));
  expect([...listed].sort()).toEqual(
    there
      .map((path) => path.replace('../../content/documents/', '').replace('/lessons', '').replace('/lesson.ts', ''))
      .sort(),
  );
  const order = lessonOrder.deployment ?? [];
  expect(lessonsOf('deployment').map(({ slug }) => slug)).toEqual([...order]);
  expect(startLesson()?.slug).toBe(order[0]);
});

test('every question that a lesson answers is asked in words, in both languages', () => {
  for (const [number, [first]] of answeredQuestions()) {
    expect(`${first?.document}/${first?.slug}`).toBe(lessonForQuestion[number]);
    expect(en.questions[number], String(number)).toBeDefined();
    expect(zh.questions[number], String(number)).toBeDefined();
  }
});

test('the index has a lesson’s title, question and minutes in both languages', () => {
  const lesson = findLesson('deployment', 'rolling-ten');
  expect(lesson).toMatchObject({ minutes: 9, questions: [16] });
  expect(lesson?.text.en.title).toBe('A rolling update of ten');
  expect(lesson?.text.zh.question).not.toBe('');
});

test('a search finds what holds every word, a title before what is said about it', () => {
  const places = allPlaces(enUi, en, 'en');
  const found = findPlaces(places, 'ROLLING  update');
  expect(found.length).toBeGreaterThan(1);
  expect(found[0]?.title.toLowerCase()).toContain('rolling update');
  expect(findPlaces(places, 'no such thing')).toEqual([]);
  expect(findPlaces(places, '').length).toBe(places.length);
});
