/** What a message must not cover: controls, labels in whose place a hidden control is drawn, and open panels. */
const CONTROLS =
  "a[href], button, input, select, textarea, summary, label, [role=option], [role=slider], [role=dialog], [role=listbox], .float";

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
 * lower third of the window, where it covers the least of them. Checks again when the focus moves, the page changes, or the
 * window. Returns a function that ends this.
 */
export function keepClear(message: HTMLElement, { top, sideways = false }: KeepClearOptions = {}): () => void {
  let now: Place = { dx: 0, dy: 0 };
  const move = () => {
    const box = boxOf(message, now);
    if (!box) return;
    const controls = controlsOutside(message);
    if (costOf(controls, shifted(box, now)) < TOO_MUCH) return;
    now = clearest(box, controls, { top: top ?? box.top, sideways });
    message.style.translate = `${now.dx}px ${now.dy}px`;
  };
  let frame = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    // Waits for the frame after the next, in which an opened layer has its place.
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(move)));
  };
  move();
  const layers = new MutationObserver(soon);
  layers.observe(document.body, { childList: true, subtree: true });
  const ended = new AbortController();
  for (const sign of ["focusin", "resize"])
    window.addEventListener(sign, soon, { passive: true, signal: ended.signal });
  return () => {
    cancelAnimationFrame(frame);
    layers.disconnect();
    ended.abort();
    message.style.translate = "";
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

function controlsOutside(message: HTMLElement): Element[] {
  return [...document.querySelectorAll(CONTROLS)].filter(
    (control) => !message.contains(control) && !control.closest("[inert]") && control.checkVisibility(VISIBLE),
  );
}
const VISIBLE = { opacityProperty: false, visibilityProperty: true };

/** Sum of the covered shares of the controls, so that a whole card counts less than a button. */
function costOf(controls: Element[], box: DOMRect): number {
  return controls.reduce((sum, control) => {
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
    const across = Math.min(right, box.right) - Math.max(left, box.left);
    const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
    if (across <= 0 || down <= 0) return sum;
    return sum + ((across * down) / (width * height)) * (control === document.activeElement ? FOCUSED : 1);
  }, 0);
}

const shifted = (box: DOMRect, { dx, dy }: Place) => new DOMRect(box.x + dx, box.y + dy, box.width, box.height);

function clearest(box: DOMRect, controls: Element[], { top, sideways }: Required<KeepClearOptions>): Place {
  const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
  const last = height - box.height - 16;
  const ys: number[] = [box.y];
  for (let y = top; y <= last; y += STEP) if (y < height / 3 || y > (2 * height) / 3 - box.height) ys.push(y);
  const xs = sideways ? [box.x, width - box.right] : [box.x];
  const places = xs.flatMap((x) => ys.map((y) => ({ dx: x - box.x, dy: y - box.y })));
  const costs = places.map((place) => ({
    place,
    cost: costOf(controls, shifted(box, place)) + DISTANCE * (Math.abs(place.dx) / width + Math.abs(place.dy) / height),
  }));
  return costs.reduce((best, one) => (one.cost < best.cost ? one : best)).place;
}
