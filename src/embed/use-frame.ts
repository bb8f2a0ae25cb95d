import { type RefObject, useEffect, useState } from 'react';
import { lab } from '../store/lab-connection';
import { tell } from './messages';

/** Changes of height smaller than this are not told: else rounding would never come to rest. */
const leastChangePx = 4;

/** Tells the page around the frame how high the content is, whenever that changes. */
export function useHeight(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    let told = 0;
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(element.getBoundingClientRect().height);
      if (Math.abs(height - told) < leastChangePx) return;
      told = height;
      tell({ type: 'resize', height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [content]);
}

/** Out of sight for so long, a frame counts as far away. */
const awayMs = 10_000;

/**
 * Whether somebody may look: from the moment when the content comes into sight until it has been out of it for a while.
 * Nobody does at first.
 */
export function useWatched(content: RefObject<HTMLElement | null>): boolean {
  const [watched, setWatched] = useState(false);
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      if (entries.at(-1)?.isIntersecting) setWatched(true);
      else timer = setTimeout(() => setWatched(false), awayMs);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [content]);
  return watched;
}

/** Lets the Worker go while nobody looks, and makes it again where it was. `busy`: not now, it has work to finish. */
export function useRest(watched: boolean, busy: boolean): void {
  useEffect(() => {
    if (!watched && !busy) lab.rest();
    else if (watched) void lab.wake();
  }, [watched, busy]);
}
