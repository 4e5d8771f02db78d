import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react';

const GLIDE_MS = 160;
/** A tab that nobody sees may end no animation. */
const GLIDES_FOR_MOST_MS = 1_000;

type Places = { width: number; of: Map<Element, { x: number; y: number }> };

/**
 * Children of `box` that change places glide from the old one to the new, so that the eye keeps them; `order` is what
 * says that they may have. Nothing glides with reduced motion, or when the box itself changed its width.
 *
 * @returns `items`, but while children glide those of before with their order: what changed places halfway would jump
 */
export function useGlide<Item>(
  box: RefObject<HTMLElement | null>,
  items: readonly Item[],
  order: string,
): readonly Item[] {
  const before = useRef<Places | null>(null);
  const isGliding = useRef(false);
  const settled = useRef({ items, order });
  const [, drawAgain] = useReducer((draws: number) => draws + 1, 0);
  if (order === settled.current.order || !isGliding.current) settled.current = { items, order };
  const drawn = settled.current;
  // Another order is what makes the places worth reading.
  useLayoutEffect(() => {
    const glides = box.current ? glideFrom(before, box.current) : [];
    if (glides.length === 0) return;
    isGliding.current = true;
    const ended = Promise.allSettled(glides.map(({ finished }) => finished)).then(untilPainted);
    const most = new Promise<void>((resolve) => setTimeout(resolve, GLIDES_FOR_MOST_MS)).then(() =>
      // A busy page comes late to draw what has ended.
      document.hidden ? undefined : untilPainted(),
    );
    void Promise.race([ended, most]).then(() => {
      isGliding.current = false;
      drawAgain();
    });
  }, [box, drawn.order]);
  return drawn.items;
}

/** Where they have come to must have been drawn once: a browser takes what moves on in the same frame for a jump. */
const untilPainted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Lets what moved since glide to where it is now, and notes that. */
function glideFrom(before: { current: Places | null }, box: HTMLElement): Animation[] {
  const children = [...box.children].filter((child) => child instanceof HTMLElement);
  const of = new Map(children.map((child) => [child, { x: child.offsetLeft, y: child.offsetTop }]));
  const last = before.current;
  before.current = { width: box.clientWidth, of };
  if (last?.width !== box.clientWidth || matchMedia('(prefers-reduced-motion: reduce)').matches) return [];
  return [...of].flatMap(([child, { x, y }]) => {
    const from = last.of.get(child);
    if (!from || (from.x === x && from.y === y)) return [];
    const transform = `translate(${from.x - x}px, ${from.y - y}px)`;
    // The frame in which it moves may be drawn before the animation is: it stands where it stood in that one too.
    child.style.transform = transform;
    void untilPainted().then(() => child.style.removeProperty('transform'));
    return [
      child.animate([{ transform }, { transform: 'none' }], { duration: GLIDE_MS, easing: 'ease-out' }),
    ];
  });
}
