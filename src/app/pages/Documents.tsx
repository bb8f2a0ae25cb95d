import { Workflow } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type DocumentEntry, documents } from '../../../content/atlas/documents';
import type { Atlas } from '../../../content/languages/en/atlas';
import { readProgress } from '../../lessons/progress';
import { type FigureName, figuresWithRun, useDiagram } from '../../stage/document-diagrams';
import { useSettings } from '../../store/settings';
import { wordsOf } from '../../views/document/diagram';
import { figureAddress, lessonAddress } from '../address';
import { useAtlas } from '../atlas';
import { Bar } from '../Bar';
import { CodeText } from '../CodeText';
import { isOpen, lessonsOf } from '../catalogue';
import { Page } from '../Page';
import styles from '../page.module.css';
import { useRoute } from '../route';

/** The ten documents, each with its lessons. */
export default function Documents() {
  const atlas = useAtlas();
  if (!atlas) return null;
  return (
    <Page bar={<Bar current="documents" />} title={atlas.documentsPage.title}>
      <p className={styles.lead}>{atlas.documentsPage.lead}</p>
      <div className={styles.cards}>
        {documents.map((document) => (
          <DocumentCard key={document.folder} document={document} atlas={atlas} />
        ))}
      </div>
    </Page>
  );
}

/** Whether this browser knows the lesson as walked to its end. */
const isDone = (key: string): boolean =>
  readProgress({ getItem: (name) => localStorage.getItem(name), setItem: () => {} }, key)?.done === true;

function DocumentCard({ document, atlas }: { readonly document: DocumentEntry; readonly atlas: Atlas }) {
  const { number, folder, accent, figures } = document;
  const language = useSettings((settings) => settings.language);
  const route = useRoute();
  const card = useRef<HTMLElement>(null);
  const asked = route.page === 'documents' && route.document === folder;
  useEffect(() => {
    if (asked) card.current?.scrollIntoView({ block: 'start' });
  }, [asked]);
  const { title, about } = atlas.documents[folder];
  const lessons = lessonsOf(folder);
  // Where there are lessons, its diagrams are seen in those.
  const alive = lessons.length > 0 ? [] : figuresWithRun.filter(({ document: of }) => of === folder);
  const there =
    lessons.length > 0
      ? atlas.lessons(lessons.length)
      : alive.length > 0
        ? atlas.documentsPage.alive(alive.length)
        : atlas.notYet;
  return (
    <section
      ref={card}
      className={styles.card}
      style={{ '--accent': `var(--${accent})` } as React.CSSProperties}
      data-open={isOpen(folder) || alive.length > 0}
      aria-label={title}
    >
      <h2>
        <span style={{ color: `var(--${accent})` }}>{String(number).padStart(2, '0')}</span>
        {title}
        <small className={styles.figures}>
          {atlas.figures(figures)} · {there}
        </small>
      </h2>
      <p className={styles.dim}>{about}</p>
      {lessons.length > 0 && (
        <ol className={styles.lessons}>
          {lessons.map((lesson, i) => (
            <li key={lesson.slug}>
              <a href={lessonAddress(lesson.document, lesson.slug)}>
                <span>{i + 1}</span>
                <b>{lesson.text[language].title}</b>
                <small>
                  {isDone(`${folder}/${lesson.slug}`) && `${atlas.documentsPage.done} · `}
                  {atlas.minutes(lesson.minutes)}
                </small>
                {lesson.text[language].question && (
                  <span>
                    <CodeText text={lesson.text[language].question} />
                  </span>
                )}
              </a>
            </li>
          ))}
        </ol>
      )}
      {alive.length > 0 && (
        <ul className={styles.lessons}>
          {alive.map((figure) => (
            <FigureLink key={figure.id} figure={figure} atlas={atlas} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** A diagram that is alive before its document has lessons: in the playground, with the run that lights it. */
function FigureLink({ figure, atlas }: { readonly figure: FigureName; readonly atlas: Atlas }) {
  const language = useSettings((settings) => settings.language);
  const bound = useDiagram(figure.document, figure.id);
  return (
    <li>
      <a href={figureAddress(figure)}>
        <Workflow size={16} aria-hidden />
        <b>{bound ? wordsOf(bound.diagram, language, 'title') : figure.id}</b>
        <small>{atlas.documentsPage.figure(figure.id)}</small>
      </a>
    </li>
  );
}
