import { useCallback, useEffect, useState } from 'react';

/** Whether the page shows the stage and the player alone. The whole screen is asked for, too; without it the window must do. */
export function useFullStage(): readonly [full: boolean, setFull: (full: boolean) => void] {
  const [full, setState] = useState(false);
  const setFull = useCallback((wanted: boolean) => {
    setState(wanted);
    const { documentElement } = document;
    // Refused in a frame, or where a browser has none: nothing is lost.
    if (wanted) void documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  }, []);
  useEffect(() => {
    const left = () => {
      if (!document.fullscreenElement) setState(false);
    };
    document.addEventListener('fullscreenchange', left);
    return () => document.removeEventListener('fullscreenchange', left);
  }, []);
  return [full, setFull];
}
