import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { type Rows, useLab } from '../store/lab-store';
import type { IndexedEvent } from '../store/trace-index';
import { Segmented } from '../ui/controls';
import { anyRoom, clusterModel } from '../views/cluster/model';
import { ClusterView } from '../views/cluster/View';
import { describeComparison } from '../views/comparison/describe';
import { compareClusters, type Difference } from '../views/comparison/model';
import { ComparisonTable } from '../views/comparison/View';
import type { BranchState } from '../worker/protocol';
import { BranchHead } from './BranchHead';
import { branchName } from './branch-names';
import styles from './comparison.module.css';
import type { ComparedPicture } from './pictures';
import { useWide } from './use-wide';

const RolloutGauge = lazy(async () => ({ default: (await import('../views/rollout-gauge/View')).RolloutGauge }));

/** Narrower, the two pictures take turns. */
const wideFrom = 820;
const noSlots: ReadonlyMap<string, number> = new Map();

interface Side {
  readonly branch: BranchState;
  readonly here: boolean;
  readonly rows: Rows;
  readonly slots: ReadonlyMap<string, number>;
  readonly event: IndexedEvent | undefined;
  readonly position: number;
  readonly length: number;
  readonly until: number | undefined;
}

/** The two branches in the order in which they were made, so that neither moves when the learner switches. */
function useSides(): readonly [Side, Side] | undefined {
  const { state, index, indexLength, rows, slots, beside } = useLab();
  if (!state || !beside) return undefined;
  const { position, branches } = state;
  const here = branches.findIndex(({ name }) => name === state.branch);
  const there = branches.findIndex(({ name }) => name === beside.branch);
  const [own, other] = [branches[here], branches[there]];
  if (!own || !other || own === other) return undefined;
  const event = index.at(position);
  const current = { branch: own, here: true, rows, slots, event, position, length: indexLength, until: undefined };
  const second = {
    branch: other,
    here: false,
    rows: beside.rows,
    slots: beside.slots,
    event: beside.event,
    position: beside.position,
    length: beside.length,
    until: beside.now < state.at ? beside.now : undefined,
  };
  return here < there ? [current, second] : [second, current];
}

interface ComparisonProps {
  readonly picture: ComparedPicture;
  /** The gauge's Deployment, as namespace/name; by default that of the event at the cursor. */
  readonly deployment?: string | undefined;
  readonly showLeaving?: boolean;
  /** Opens an object of the current branch by its id. */
  readonly onOpen: (id: string) => void;
}

/** Two branches of one timeline at the same virtual time: the same picture twice, with what differs marked and named. */
export default function Comparison({ picture, deployment, showLeaving = false, onOpen }: ComparisonProps) {
  const ui = useUi();
  const frame = useRef<HTMLDivElement>(null);
  const wide = useWide(frame, wideFrom);
  const sides = useSides();
  const [shown, setShown] = useState<string>();
  const [left, right] = [sides?.[0].rows, sides?.[1].rows];
  const comparison = useMemo(() => {
    const modelOf = (rows: Rows) => clusterModel({ rows, slots: noSlots, event: undefined, room: anyRoom });
    return left && right && compareClusters(modelOf(left), modelOf(right));
  }, [left, right]);
  if (!sides || !comparison) return <div ref={frame} className={styles.comparison} />;

  const branches = [sides[0].branch, sides[1].branch];
  const names = [
    branchName(ui, branches, sides[0].branch.name),
    branchName(ui, branches, sides[1].branch.name),
  ] as const;
  const subject = sides.find(({ here }) => here)?.event?.subject;
  const picked = sides.find(({ branch }) => branch.name === shown) ?? sides.find(({ here }) => here);
  const open = (side: Side) => async (id: string) => {
    // What is opened is shown as it is at the cursor: it goes to that branch first.
    if (!side.here) await lab.switchBranch(side.branch.name);
    onOpen(id);
  };
  return (
    <div ref={frame} className={styles.comparison} data-wide={wide}>
      {!wide && (
        <Segmented
          legend={ui.compare.shown}
          name="side"
          className={styles.turns}
          value={picked?.branch.name ?? ''}
          choices={sides.map(({ branch }, i) => ({ value: branch.name, label: names[i] ?? '' }))}
          onChange={setShown}
        />
      )}
      <div className={styles.sides}>
        {sides.map((side, i) => {
          if (!wide && side !== picked) return null;
          const other = sides[i === 0 ? 1 : 0];
          const name = names[i] ?? '';
          return (
            <section key={side.branch.name} className={styles.side} aria-label={name} data-side={side.branch.name}>
              <BranchHead branches={branches} branch={side.branch} here={side.here} until={side.until} />
              <div className={styles.picture} data-picture={picture}>
                {picture === 'cluster' ? (
                  <ClusterSide side={side} name={name} marks={comparison.marks[i]} other={other} onOpen={open(side)} />
                ) : (
                  <GaugeSide
                    side={side}
                    deployment={deployment}
                    subject={subject}
                    showLeaving={showLeaving}
                    onOpen={open(side)}
                  />
                )}
              </div>
            </section>
          );
        })}
      </div>
      <ComparisonTable comparison={comparison} names={names} />
      <Spoken text={describeComparison(ui, comparison, names)} />
    </div>
  );
}

interface SideProps {
  readonly side: Side;
  readonly onOpen: (id: string) => void;
}

interface ClusterSideProps extends SideProps {
  readonly name: string;
  readonly marks: ReadonlyMap<string, Difference> | undefined;
  readonly other: Side | undefined;
}

function ClusterSide({ side, name, marks, other, onOpen }: ClusterSideProps) {
  const beside = useMemo(
    () => ({ name, marks: marks ?? new Map(), slots: other?.slots ?? noSlots }),
    [name, marks, other?.slots],
  );
  return <ClusterView rows={side.rows} slots={side.slots} event={side.event} onOpen={onOpen} beside={beside} />;
}

interface GaugeSideProps extends SideProps {
  readonly deployment: string | undefined;
  readonly subject: string | undefined;
  readonly showLeaving: boolean;
}

function GaugeSide({ side, deployment, subject, showLeaving, onOpen }: GaugeSideProps) {
  const { name } = side.branch;
  const ask = useMemo(() => (key: string) => lab.rolloutTrail(key, name), [name]);
  return (
    <Suspense fallback={null}>
      <RolloutGauge
        rows={side.rows}
        deployment={deployment}
        subject={subject}
        form="picture"
        showLeaving={showLeaving}
        onOpen={onOpen}
        past={{ ask, branch: name, length: side.length, position: side.position }}
      />
    </Suspense>
  );
}

/** Says what differs, politely, once the cursor has come to a stop. */
function Spoken({ text }: { readonly text: string }) {
  const playing = useLab((view) => view.state?.player.playing) ?? false;
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!playing) setSaid(text);
  }, [playing, text]);
  return (
    <div className="sr-only" role="status" aria-live="polite" data-testid="differing">
      {said}
    </div>
  );
}
