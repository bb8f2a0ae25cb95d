import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element has at least so many pixels. */
export function useWide(frame: RefObject<HTMLElement | null>, from: number): boolean {
  const [wide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setWide(element.clientWidth >= from);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [frame, from]);
  return wide;
}
