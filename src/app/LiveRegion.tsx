import { memo, useEffect, useRef, useState } from 'react';
import { useUi } from '../i18n/index';
import { useLab } from '../store/lab-store';
import { eventSentence } from '../views/words';

/** Faster than this, sentences would only pile up; what is said then is where it stopped. */
const fastest = 4;

/** Speaks the milestone at the cursor, politely; small events are silent. */
export const LiveRegion = memo(function LiveRegion() {
  const ui = useUi();
  const state = useLab((view) => view.state);
  const index = useLab((view) => view.index);
  const [text, setText] = useState('');
  const last = useRef(-1);
  const wasFast = useRef(false);
  const { position = -1, player } = state ?? {};
  const speed = player?.speed ?? 1;
  const fast = player?.playing === true && (typeof speed === 'string' || speed > fastest);
  useEffect(() => {
    // After a fast run, where it stopped is said, whatever that is.
    const stopped = wasFast.current && !fast;
    wasFast.current = fast;
    if (fast || (position === last.current && !stopped)) return;
    last.current = position;
    const event = index.at(position);
    if (event && (stopped || event.level === 2 || event.failed)) setText(eventSentence(ui, event));
  }, [ui, index, position, fast]);
  return (
    <div className="sr-only" role="status" aria-live="polite" data-testid="live">
      {text}
    </div>
  );
});
