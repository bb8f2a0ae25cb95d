import { useCallback, useState } from 'react';
import { useUi } from '../i18n/index';
import { type FigureName, figuresWithRun } from '../stage/document-diagrams';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { Segmented } from '../ui/controls';
import { EventDetailView } from '../views/event-detail/View';
import { ObjectDetailView } from '../views/object-detail/View';
import { TimelineView } from '../views/timeline/View';
import { TraceList } from '../views/trace-list/View';
import styles from './app.module.css';
import { useBeginning } from './beginning';
import { Editor } from './Editor';
import { EmptyHint } from './EmptyHint';
import { useEscape, useKeys } from './keys';
import { LiveRegion } from './LiveRegion';
import { Notices } from './Notices';
import { useArrival } from './Page';
import { PlayerControls } from './PlayerControls';
import { PlaygroundBar } from './PlaygroundBar';
import Unknown from './pages/Unknown';
import { useRoute } from './route';
import { Stage } from './Stage';
import { Terminal } from './Terminal';
import { useFullStage } from './use-full-stage';

type Tab = 'editor' | 'cluster' | 'terminal' | 'events' | 'detail';
/** What stands under the picture, where there is room beside the other parts. */
type Lower = 'terminal' | 'events';

const closeComparison = () => void lab.showBeside(undefined);

export default function Playground() {
  const route = useRoute();
  const figure = route.page === 'playground' ? route.figure : undefined;
  const known = !figure || figuresWithRun.some(({ document, id }) => document === figure.document && id === figure.id);
  return known ? <PlaygroundPage figure={figure} /> : <Unknown address={location.hash} />;
}

function PlaygroundPage({ figure }: { readonly figure: FigureName | undefined }) {
  const ui = useUi();
  const [tab, setTab] = useState<Tab>('cluster');
  const [lower, setLower] = useState<Lower>('terminal');
  const { state, index, indexLength, rows, detail, beside } = useLab();
  const comparing = beside !== undefined;
  useKeys();
  useBeginning();
  useArrival(ui.bar.playground);

  const position = state?.position ?? -1;
  const granularity = state?.player.granularity ?? 'action';
  const seek = useCallback((to: number) => void lab.seek(to), []);
  const [selected, setSelected] = useState<string | undefined>();
  const open = useCallback((id: string) => {
    setSelected(id);
    setTab('detail');
  }, []);
  const close = useCallback(() => setSelected(undefined), []);
  // Who chooses an event wants to read about that, not about the object that was open.
  const choose = useCallback((to: number) => {
    setSelected(undefined);
    void lab.seek(to);
  }, []);
  const [full, setFull] = useFullStage();
  const leave = useCallback(() => setFull(false), [setFull]);
  useEscape(selected !== undefined ? close : full ? leave : comparing ? closeComparison : undefined);

  return (
    <div
      className={styles.page}
      data-tab={tab}
      data-full={full}
      data-compare={comparing}
      data-detail={selected !== undefined}
    >
      <button type="button" className="skip" onClick={() => document.getElementById('stage')?.focus()}>
        {ui.skipToStage}
      </button>
      <PlaygroundBar />
      <Notices inRow />
      <nav className={styles.tabs} aria-label={ui.stage.tabs}>
        <Segmented<Tab>
          legend={ui.stage.tabs}
          name="tab"
          value={tab}
          choices={[
            { value: 'editor', label: ui.stage.editor },
            { value: 'cluster', label: ui.stage.cluster },
            { value: 'terminal', label: ui.terminal.title },
            { value: 'events', label: ui.stage.events },
            { value: 'detail', label: ui.stage.detail },
          ]}
          onChange={setTab}
        />
      </nav>
      <main className={styles.main}>
        <h1 className="sr-only" tabIndex={-1}>
          {ui.bar.playground}
        </h1>
        <section className={styles.editor} aria-label={ui.editor.title}>
          <Editor />
        </section>
        <section className={styles.stage} id="stage" tabIndex={-1} aria-label={ui.stage.cluster}>
          <div className={styles.picturePane}>
            <Stage key={figure?.id} asked={figure} onSeek={choose} onOpen={open} full={full} onFull={setFull} />
            <EmptyHint onEditor={() => setTab('editor')} />
          </div>
          <div className={styles.lowerPane} data-shows={lower}>
            <div className={styles.lowerTabs}>
              <Segmented<Lower>
                legend={ui.stage.lower}
                name="lower"
                value={lower}
                choices={[
                  { value: 'terminal', label: ui.terminal.title },
                  { value: 'events', label: ui.stage.events },
                ]}
                onChange={setLower}
              />
            </div>
            <div className={styles.terminalPane}>
              <Terminal />
            </div>
            <div className={styles.listPane}>
              <TraceList
                index={index}
                length={indexLength}
                position={position}
                granularity={granularity}
                onSeek={choose}
              />
            </div>
          </div>
        </section>
        <div className={styles.detail}>
          {selected ? (
            <ObjectDetailView
              id={selected}
              rows={rows}
              index={index}
              length={indexLength}
              position={position}
              onSeek={seek}
              onBack={close}
            />
          ) : (
            <EventDetailView index={index} length={indexLength} position={position} detail={detail} onSeek={seek} />
          )}
        </div>
      </main>
      <footer className={styles.controls}>
        <PlayerControls />
      </footer>
      <section className={styles.scrub} aria-label={ui.player.scrubber}>
        <TimelineView
          index={index}
          length={indexLength}
          position={position}
          at={state?.at ?? 0}
          granularity={granularity}
          onSeek={seek}
        />
      </section>
      <LiveRegion />
    </div>
  );
}
