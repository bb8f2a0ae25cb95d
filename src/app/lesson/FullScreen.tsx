import { Maximize, Minimize } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Atlas } from '../../../content/languages/en/atlas';
import { Button } from '../../ui/controls';

/** Puts the stage around it on the whole screen, and back. Not there where the browser cannot. */
export function FullScreen({ words }: { readonly words: Atlas['lessonPage'] }) {
  const [full, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  if (!document.fullscreenEnabled) return null;
  return (
    <Button
      look="ghost"
      iconOnly
      aria-label={full ? words.leaveFullScreen : words.fullScreen}
      onClick={({ currentTarget }) =>
        void (full ? document.exitFullscreen() : currentTarget.closest('[data-stage]')?.requestFullscreen())
      }
    >
      {full ? <Minimize size={16} aria-hidden /> : <Maximize size={16} aria-hidden />}
    </Button>
  );
}
