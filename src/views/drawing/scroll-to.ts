/** Shows a part of an area, in its middle if so wished. The area alone scrolls: `scrollIntoView` moves the page around too. */
export function scrollTo(area: Element, part: Element | null | undefined, middle = false): void {
  if (!part) return;
  const [inner, outer] = [part.getBoundingClientRect(), area.getBoundingClientRect()];
  const way = (start: number, end: number, from: number, to: number) => {
    if (middle) return (start + end - from - to) / 2;
    return start < from ? start - from : Math.max(0, Math.min(end - to, start - from));
  };
  area.scrollBy({
    left: way(inner.left, inner.right, outer.left, outer.right),
    top: way(inner.top, inner.bottom, outer.top, outer.bottom),
    behavior: 'instant',
  });
}
