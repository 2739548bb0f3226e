/** Controls, with labels in whose place a hidden control is drawn, and open panels: a message must not cover them. */
const CONTROLS = "a[href], button, input, select, textarea, summary, label, [role=option], [role=slider]";
const PANELS = "[role=dialog], [role=listbox], .float";

/** Pixels between two tried places. */
const STEP = 12;
/** Covered controls for which a message moves away from a place that it already has. */
const TOO_MUCH = 0.25;
/** Weight of the control that has the focus: it is the next to be used. */
const FOCUSED = 10;
/** Cost of a distance of the whole window from the preferred place: nearer wins where places are equally free. */
const DISTANCE = 0.2;

interface Place {
  dx: number;
  dy: number;
}

interface KeepClearOptions {
  /** Lowest y of the message in pixels of the window, such as the lower edge of a fixed header. Default: its own place. */
  top?: number;
  /** Whether the message may stand at the other side of the window, too. */
  sideways?: boolean;
}

/**
 * Keeps a fixed message off the controls of the page: moves it by `translate` to the place nearest to its own, in the upper or the
 * lower third of the window, where it covers the least of them. Checks again when the focus moves, when the page or the
 * window changes, and when a movement has ended. Returns a function that ends this.
 */
export function keepClear(message: HTMLElement, { top, sideways = false }: KeepClearOptions = {}): () => void {
  let now: Place = { dx: 0, dy: 0 };
  let hasActed = false;
  const earlier = new Set(shownOutside(message, PANELS));
  const move = () => {
    const box = boxOf(message, now);
    if (!box) return;
    const covered = coveredBy(message);
    if (covered(shifted(box, now)) >= TOO_MUCH) {
      now = clearest(box, covered, { top: top ?? box.top, sideways });
      message.style.translate = `${now.dx}px ${now.dy}px`;
    }
    // A panel that somebody opened after the message and that leaves no place for it has been chosen instead of it; one that opened by
    // itself has not, such as the dialog of a form that was refused.
    const panels = shownOutside(message, PANELS);
    if (!hasActed) for (const panel of panels) earlier.add(panel);
    const later = panels.filter((panel) => !earlier.has(panel));
    const isUnder = later.some((panel) => common(panel.getBoundingClientRect(), shifted(box, now)) > 0);
    message.style.visibility = isUnder ? "hidden" : "";
  };
  let frame = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    // Waits for the frame after the next, in which an opened layer has its place.
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(move)));
  };
  move();
  const layers = new MutationObserver(soon);
  // While a dialog is open the page behind it is inert, and is not counted; the attribute goes after the dialog.
  layers.observe(document.body, { childList: true, subtree: true, attributeFilter: ["inert", "aria-hidden"] });
  // The message has its size only once its parts are laid out, which may be after the last change of the page.
  const sizes = new ResizeObserver(soon);
  for (const part of [message, ...message.children]) sizes.observe(part);
  const ended = new AbortController();
  for (const act of ["pointerdown", "keydown"] as const)
    document.addEventListener(act, () => (hasActed = true), { capture: true, signal: ended.signal });
  for (const sign of ["focusin", "resize", "transitionend", "animationend"])
    window.addEventListener(sign, soon, { passive: true, signal: ended.signal });
  return () => {
    cancelAnimationFrame(frame);
    layers.disconnect();
    sizes.disconnect();
    ended.abort();
    message.style.translate = "";
    message.style.visibility = "";
  };
}

/** Box around the message's parts without their translation; the message itself can be as wide as the window. */
function boxOf(message: HTMLElement, { dx, dy }: Place): DOMRect | null {
  const own = message.getBoundingClientRect();
  const parts = [...message.children].map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 8);
  if (parts.length === 0) return null;
  const left = Math.min(...parts.map((part) => part.left));
  const right = Math.max(...parts.map((part) => part.right));
  return new DOMRect(left - dx, own.top - dy, right - left, own.height);
}

function shownOutside(message: HTMLElement, selector: string): Element[] {
  return [...document.querySelectorAll(selector)].filter(
    (part) => !message.contains(part) && !part.closest("[inert]") && part.checkVisibility({ visibilityProperty: true }),
  );
}

/**
 * Returns a function that measures what a box covers outside of the message: the covered shares of controls, so that a whole card
 * counts less than a button, and the share of the box that lies on panels.
 */
function coveredBy(message: HTMLElement): (box: DOMRect) => number {
  const controls = shownOutside(message, CONTROLS).map((control) => {
    const own = control.getBoundingClientRect();
    return { own, weight: (control === document.activeElement ? FOCUSED : 1) / (own.width * own.height || 1) };
  });
  const panels = shownOutside(message, PANELS).map((panel) => panel.getBoundingClientRect());
  return (box) =>
    controls.reduce((sum, { own, weight }) => sum + common(own, box) * weight, 0) +
    panels.reduce((sum, own) => sum + common(own, box), 0) / (box.width * box.height);
}

/** Area in square pixels that two boxes have in common. */
function common(a: DOMRect, b: DOMRect): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

const shifted = (box: DOMRect, { dx, dy }: Place) => new DOMRect(box.x + dx, box.y + dy, box.width, box.height);

function clearest(
  box: DOMRect,
  covered: (box: DOMRect) => number,
  { top, sideways }: Required<KeepClearOptions>,
): Place {
  const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
  const last = height - box.height - 16;
  const ys: number[] = [box.y];
  for (let y = top; y <= last; y += STEP) if (y < height / 3 || y > (2 * height) / 3 - box.height) ys.push(y);
  const xs = sideways ? [box.x, width - box.right] : [box.x];
  const places = xs.flatMap((x) => ys.map((y) => ({ dx: x - box.x, dy: y - box.y })));
  const cost = ({ dx, dy }: Place) =>
    covered(shifted(box, { dx, dy })) + DISTANCE * (Math.abs(dx) / width + Math.abs(dy) / height);
  const costs = places.map((place) => ({ place, cost: cost(place) }));
  return costs.reduce((best, one) => (one.cost < best.cost ? one : best)).place;
}
