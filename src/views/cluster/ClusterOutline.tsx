import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useUi } from '../../i18n/index';
import { describeCluster } from './describe';
import type { ClusterModel } from './model';

interface OutlineProps {
  readonly model: ClusterModel;
  /** Of the branch, where there are two pictures. */
  readonly name: string | undefined;
}

/** Nobody reads faster; while the player runs, each frame would make hundreds of lines anew. */
const betweenMs = 400;

/** A value that may be late, and is never older than that. */
function useLater<T>(value: T): T {
  const [held, setHeld] = useState(value);
  const latest = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    latest.current = value;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setHeld(latest.current);
    }, betweenMs);
  }, [value]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return held;
}

/** The picture as an outline, for those who do not see it. */
export const ClusterOutline = memo(function ClusterOutline({ model, name }: OutlineProps) {
  return <Outline model={useLater(model)} name={name} />;
});

const Outline = memo(function Outline({ model, name }: OutlineProps) {
  const ui = useUi();
  const { items } = useMemo(() => describeCluster(ui, model), [ui, model]);
  return (
    <section
      className="sr-only"
      aria-label={name === undefined ? ui.cluster.outline : ui.named(name, ui.cluster.outline)}
    >
      <ul>
        {items.map(({ id, text, parts }) => (
          <li key={id}>
            {text}
            {parts.length > 0 && (
              <ul>
                {parts.map((part) => (
                  <li key={part}>{part}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
});
