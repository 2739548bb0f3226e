/**
 * Animation of a picture from a clicked card to the product's page. It starts when that page is rendered, and does not delay the
 * page as a view transition would.
 */

interface Start {
  /** Id of the product whose card was clicked. */
  product: string;
  box: DOMRect;
  time: number;
}

/** Milliseconds after the click until which the animation may start; a page that takes longer shows none. */
const LONGEST_WAIT = 3000;

let start: Start | undefined;

/** Records the position of a card's picture as the animation's start. */
export function startFlight(product: string, plate: Element | null): void {
  start = plate ? { product, box: plate.getBoundingClientRect(), time: performance.now() } : undefined;
}

/** Starts the animation if the shopper clicked this product's card; not with reduced motion. */
export function land(product: string, plate: HTMLElement | null): void {
  const from = start;
  start = undefined;
  if (!plate || from?.product !== product || performance.now() - from.time > LONGEST_WAIT) return;
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  // Waits for the next frame, when the new page is laid out and scrolled.
  requestAnimationFrame(() => fly(from, plate));
}

function fly({ box }: Start, plate: HTMLElement): void {
  const end = plate.getBoundingClientRect();
  if (end.width === 0 || box.width === 0) return;
  const scale = box.width / end.width;
  // The two pictures have different proportions: the bottom of the taller one is clipped.
  const cut = Math.max(0, 1 - box.height / (end.height * scale)) * 100;
  const still = { zIndex: 1, transformOrigin: "0 0" };
  plate.animate(
    [
      {
        ...still,
        transform: `translate(${box.left - end.left}px, ${box.top - end.top}px) scale(${scale})`,
        clipPath: `inset(0 0 ${cut}% 0)`,
      },
      { ...still, transform: "none", clipPath: "inset(0)" },
    ],
    { duration: 240, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
  );
}
