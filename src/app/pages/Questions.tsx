import { useSettings } from '../../store/settings';
import { lessonAddress } from '../address';
import { useAtlas } from '../atlas';
import { Bar } from '../Bar';
import { CodeText } from '../CodeText';
import { answeredQuestions, documentOf } from '../catalogue';
import { Page } from '../Page';
import styles from '../page.module.css';

/** The questions that have a lesson. */
export default function Questions() {
  const atlas = useAtlas();
  const language = useSettings((settings) => settings.language);
  if (!atlas) return null;
  const { questionsPage: words, documents, questions } = atlas;
  const answered = answeredQuestions().filter(([number]) => questions[number] !== undefined);
  return (
    <Page bar={<Bar current="questions" />} title={words.title}>
      <p className={styles.lead}>{words.lead}</p>
      {answered.length === 0 && <p>{words.none}</p>}
      <div className={styles.cards}>
        {answered.map(([number, lessons]) => {
          const accent = documentOf(lessons[0]?.document ?? '')?.accent ?? 'cp';
          return (
            <section
              key={number}
              className={styles.card}
              style={{ '--accent': `var(--${accent})` } as React.CSSProperties}
              aria-labelledby={`question-${number}`}
            >
              <h2 id={`question-${number}`}>
                <span>
                  <CodeText text={questions[number] ?? ''} />
                </span>
              </h2>
              <ul className={styles.lessons}>
                {lessons.map((lesson) => (
                  <li key={`${lesson.document}/${lesson.slug}`}>
                    <a href={lessonAddress(lesson.document, lesson.slug)}>
                      <span aria-hidden>→</span>
                      <b>{lesson.text[language].title}</b>
                      <small>
                        {documentOf(lesson.document) && documents[documentOf(lesson.document)!.folder].title}
                      </small>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Page>
  );
}
