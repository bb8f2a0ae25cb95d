import { type RefObject, useEffect, useState } from 'react';
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

/** Whether the content has come into sight once: before that no cluster runs for it. */
export function useSeen(content: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = content.current;
    if (!element || seen) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [content, seen]);
  return seen;
}
