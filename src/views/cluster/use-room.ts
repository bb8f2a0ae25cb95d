import { type RefObject, useLayoutEffect, useState } from 'react';
import { anyRoom, type Room } from './model';

/** Height of the picture's smallest letters in its own units: one unit is one pixel where the page's smallest are as high. */
const letterUnits = 13;
const narrowest = 320;
/** Wider, the eye no longer sees the picture as a whole. */
const widest = 1000;

interface MeasuredRoom extends Room {
  /** Pixels of a unit. */
  readonly scale: number;
}

/** The room that an element has for the picture, less its padding, in the picture's units. */
export function useRoom(frame: RefObject<HTMLElement | null>): MeasuredRoom {
  const [room, setRoom] = useState<MeasuredRoom>({ ...anyRoom, scale: 1 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      const style = getComputedStyle(element);
      const length = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
      const scale = (length('--t-min') || letterUnits) / letterUnits;
      const width = element.clientWidth - length('padding-left') - length('padding-right');
      const height = element.clientHeight - length('padding-top') - length('padding-bottom');
      if (width <= 0) return;
      const units = Math.min(widest, Math.max(narrowest, Math.floor(width / scale)));
      const next = { width: units, height: Math.max(0, Math.floor(height / scale)), scale };
      setRoom((now) =>
        now.width === next.width && now.height === next.height && now.scale === next.scale ? now : next,
      );
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    const looks = new MutationObserver(measure);
    looks.observe(document.documentElement, { attributes: true, attributeFilter: ['data-projector'] });
    measure();
    return () => {
      sizes.disconnect();
      looks.disconnect();
    };
  }, [frame]);
  return room;
}
