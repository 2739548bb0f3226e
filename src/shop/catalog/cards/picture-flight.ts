/**
 * The way of a picture from the card that was opened to the page of its product. It begins when that page is there, and is not waited
 * for: a view transition would hold the page back until the browser has drawn the old and the new one.
 */

interface Start {
  /** Id of the product that was opened. */
  product: string;
  box: DOMRect;
  time: number;
}

/** A page that took longer than this many milliseconds has the shopper looking elsewhere. */
const LONGEST_WAIT = 3000;

let start: Start | undefined;

/** Notes from where the picture of a product begins: the plate of its card. */
export function startFlight(product: string, plate: Element | null): void {
  start = plate ? { product, box: plate.getBoundingClientRect(), time: performance.now() } : undefined;
}

/** Lets a product's picture come from its card, when that was what led to it; not for who wants less motion. */
export function land(product: string, plate: HTMLElement | null): void {
  const from = start;
  start = undefined;
  if (!plate || from?.product !== product || performance.now() - from.time > LONGEST_WAIT) return;
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  // With the frame the scroll position is that of the new page, and the layout is there to be asked.
  requestAnimationFrame(() => fly(from, plate));
}

function fly({ box }: Start, plate: HTMLElement): void {
  const end = plate.getBoundingClientRect();
  if (end.width === 0 || box.width === 0) return;
  const scale = box.width / end.width;
  // The plates differ in shape: of the higher one the end is cut off.
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
