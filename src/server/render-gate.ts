/** Who waits for a page: whoever sent a form, whoever asks for a page of their own, or whoever reads what all read. */
const LANES = ["sending", "own", "reading"] as const;
export type Lane = (typeof LANES)[number];

/** Lets only so many pages be rendered at once; the others wait in line, and those beyond the line hear that it is full. */
export interface RenderGate {
  /** @throws {TooBusy} when the lane's line is full. */
  run<T>(lane: Lane, render: () => Promise<T>): Promise<T>;
}

/** The line is full: nothing was begun. */
export class TooBusy extends Error {
  override readonly name = "TooBusy";
}

interface Bounds {
  atOnce?: number;
  /** How many may wait in each lane. */
  waiting?: Record<Lane, number>;
}

/**
 * A form goes before all, then a page of one's own, each in a line of its own, so that no crawler keeps a shopper from buying.
 * One place is left to those who read, so that the others do not keep them out either.
 */
export function renderGate({ atOnce = 4, waiting = { sending: 256, own: 64, reading: 64 } }: Bounds = {}): RenderGate {
  const lines: Record<Lane, (() => void)[]> = { sending: [], own: [], reading: [] };
  const running: Record<Lane, number> = { sending: 0, own: 0, reading: 0 };

  function hasRoom(lane: Lane): boolean {
    const personal = running.sending + running.own;
    if (personal + running.reading >= atOnce) return false;
    if (lane === "reading") return true;
    // What is one's own may wait for a payment provider; a form does not wait for that.
    return personal < Math.max(1, atOnce - 1) && (lane === "sending" || running.own < Math.max(1, atOnce - 2));
  }

  function admitNext(): void {
    for (const lane of LANES)
      while (lines[lane].length > 0 && hasRoom(lane)) {
        running[lane] += 1;
        lines[lane].shift()?.();
      }
  }

  return {
    async run(lane, render) {
      if (hasRoom(lane)) running[lane] += 1;
      else if (lines[lane].length >= waiting[lane]) throw new TooBusy(lane);
      else await new Promise<void>((resolve) => lines[lane].push(resolve));
      try {
        return await render();
      } finally {
        running[lane] -= 1;
        admitNext();
      }
    },
  };
}
