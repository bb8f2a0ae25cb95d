import { ChevronRight, CircleQuestionMark, Play, SquareTerminal } from 'lucide-react';
import { documents } from '../../../content/atlas/documents';
import { useSettings } from '../../store/settings';
import { lessonAddress } from '../address';
import { useAtlas } from '../atlas';
import { Bar } from '../Bar';
import { CodeText } from '../CodeText';
import { answeredQuestions, documentAddress, isOpen, lessonsOf, startLesson } from '../catalogue';
import { Page } from '../Page';
import type { Accent } from './drawing';
import styles from './home.module.css';
import { MapPicture } from './MapPicture';

const accents: readonly Accent[] = ['cp', 'node', 'net', 'sto', 'work'];

/** The first page: the map, and beside it the same as lists. */
export default function Home() {
  const atlas = useAtlas();
  const language = useSettings((settings) => settings.language);
  if (!atlas) return null;
  const { home } = atlas;
  const start = startLesson();
  const questions = answeredQuestions();
  return (
    <Page bar={<Bar current="home" />} title={home.title} hideHeading>
      <div className={styles.home}>
        <div className={styles.sheet}>
          <div className={styles.head}>
            <h1 tabIndex={-1}>{home.title}</h1>
            <p>{home.hint}</p>
            <ul className={styles.legend}>
              {accents.map((accent) => (
                <li key={accent}>
                  <i style={{ background: `var(--${accent})` }} />
                  {atlas.map.accents[accent]}
                </li>
              ))}
            </ul>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the map is wider than the page, and the keyboard must be able to scroll it */}
          <section className={styles.mapScroll} aria-label={home.hint} tabIndex={0}>
            <MapPicture atlas={atlas} />
          </section>
        </div>
        <aside className={styles.rail} aria-label={home.documents}>
          {start && (
            <a className={styles.start} href={lessonAddress(start.document, start.slug)}>
              <span className={styles.play}>
                <Play size={16} aria-hidden />
              </span>
              <span>
                <b>{home.start}</b>
                <small>
                  {start.text[language].title} · {atlas.minutes(start.minutes)}
                </small>
              </span>
            </a>
          )}
          <h2>{home.documents}</h2>
          <ol className={styles.documents}>
            {documents.map(({ number, folder, accent, figures }) => {
              const open = isOpen(folder);
              const row = (
                <>
                  <i
                    className={styles.number}
                    data-open={open}
                    style={{
                      background: `var(--${accent})`,
                      borderColor: `var(--${accent})`,
                      color: open ? 'var(--on-solid)' : `var(--${accent})`,
                    }}
                  >
                    {String(number).padStart(2, '0')}
                  </i>
                  <b>{atlas.documents[folder].title}</b>
                  <small>{open ? atlas.lessons(lessonsOf(folder).length) : atlas.notYet}</small>
                  <small>{atlas.figures(figures)}</small>
                </>
              );
              return <li key={folder}>{open ? <a href={documentAddress(folder)}>{row}</a> : <span>{row}</span>}</li>;
            })}
          </ol>
          {questions.length > 0 && (
            <>
              <h2>{home.questions}</h2>
              <ul className={styles.questions}>
                {questions.map(([number, [lesson]]) =>
                  lesson && atlas.questions[number] ? (
                    <li key={number}>
                      <a href={lessonAddress(lesson.document, lesson.slug)}>
                        <CircleQuestionMark size={16} aria-hidden />
                        <span>
                          <CodeText text={atlas.questions[number]} />
                        </span>
                      </a>
                    </li>
                  ) : null,
                )}
              </ul>
            </>
          )}
          <div className={styles.bottom}>
            <a className={styles.fidelity} href="#/fidelity">
              {home.fidelity}
            </a>
            <a className={styles.gate} href="#/playground">
              <SquareTerminal size={18} aria-hidden />
              <span>
                <b>{home.playground}</b>
                <small>{home.playgroundHint}</small>
              </span>
              <ChevronRight size={18} aria-hidden />
            </a>
          </div>
        </aside>
      </div>
    </Page>
  );
}
