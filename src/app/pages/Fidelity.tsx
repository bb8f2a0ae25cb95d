import { modelledFiles } from 'virtual:fidelity';
import cases from '../../../content/fidelity/cases.generated.json';
import type { Atlas } from '../../../content/languages/en/atlas';
import { useAtlas } from '../atlas';
import { Bar } from '../Bar';
import { CodeText } from '../CodeText';
import { Page } from '../Page';
import pageStyles from '../page.module.css';
import styles from './fidelity.module.css';

type Words = Atlas['fidelityPage'];

/** What the lab simulates and how well that is proven. */
export default function Fidelity() {
  const atlas = useAtlas();
  if (!atlas) return null;
  const words = atlas.fidelityPage;
  return (
    <Page bar={<Bar current={undefined} />} title={words.title}>
      <p className={pageStyles.lead}>{words.lead}</p>
      <Cases words={words} />
      <Parts words={words} />
    </Page>
  );
}

interface Disputed {
  readonly case: string;
  readonly reason: string;
  readonly source: string;
}

function Cases({ words }: { readonly words: Words }) {
  const sum = (count: (area: (typeof cases)[number]) => number) => cases.reduce((all, area) => all + count(area), 0);
  const passed = sum((area) => area.passed);
  const all = passed + sum(({ failed, disputed, waiting }) => failed.length + disputed.length + waiting);
  const disputed = cases.flatMap((area) => area.disputed as readonly Disputed[]);
  return (
    <section className={styles.section} aria-labelledby="cases">
      <h2 id="cases">{words.cases}</h2>
      <p className={pageStyles.dim}>{words.casesNote(passed, all)}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.area}</th>
            <th scope="col">{words.passed}</th>
            <th scope="col">{words.failed}</th>
            <th scope="col">{words.waiting}</th>
          </tr>
        </thead>
        <tbody>
          {cases.map((area) => (
            <tr key={area.area}>
              <th scope="row">{area.area}</th>
              <td>{area.passed}</td>
              <td>{area.failed.length + area.disputed.length || '–'}</td>
              <td>{area.waiting || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {disputed.length > 0 && (
        <>
          <h3>{words.disputed}</h3>
          <p className={pageStyles.dim}>{words.disputedNote}</p>
          <ul className={styles.disputed} lang="en">
            {disputed.map((one) => (
              <li key={one.case}>
                <code>{one.case}</code>
                <p>
                  <CodeText text={one.reason} />
                </p>
                <code>{one.source}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** `controllers/deployment` of `controllers/deployment/sync.ts`; of a file that assembles the engine, nothing. */
function partOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  return folders.slice(0, folders[0] === 'controllers' ? 2 : 1).join('/');
}

function Parts({ words }: { readonly words: Words }) {
  const parts = new Map<string, (typeof modelledFiles)[number][]>();
  for (const file of modelledFiles) parts.set(partOf(file.path), [...(parts.get(partOf(file.path)) ?? []), file]);
  return (
    <section className={styles.section} aria-labelledby="parts">
      <h2 id="parts">{words.parts}</h2>
      {[...parts].map(([part, files]) => (
        <details key={part} className={styles.part}>
          <summary>
            <b>{part || words.assembly}</b> <small>{words.files(files.length)}</small>
          </summary>
          {files.map((file) => (
            <section key={file.path} className={styles.file} aria-label={file.path}>
              <h3>{file.path.slice(part.length).replace(/^\//, '')}</h3>
              <dl>
                {(['models', 'simplified', 'notModelled'] as const).map((name) =>
                  file[name] === '' || file[name].startsWith('—') ? null : (
                    <div key={name}>
                      <dt>{words[name]}</dt>
                      <dd lang="en">
                        <CodeText text={file[name]} />
                      </dd>
                    </div>
                  ),
                )}
              </dl>
            </section>
          ))}
        </details>
      ))}
    </section>
  );
}
