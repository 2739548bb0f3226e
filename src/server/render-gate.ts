/** Who waits for a page: whoever reads one, or whoever sent a form. */
export type Lane = "reading" | "sending";

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
 * A form goes before whoever reads, and waits in a line of its own, so that no crawler keeps a shopper from sending one. One
 * place is left to the readers, so that forms do not keep them out either.
 */
export function renderGate({ atOnce = 4, waiting = { reading: 64, sending: 256 } }: Bounds = {}): RenderGate {
  const lines: Record<Lane, (() => void)[]> = { reading: [], sending: [] };
  const running: Record<Lane, number> = { reading: 0, sending: 0 };
  const most: Record<Lane, number> = { reading: atOnce, sending: Math.max(1, atOnce - 1) };

  const hasRoom = (lane: Lane) => running.reading + running.sending < atOnce && running[lane] < most[lane];

  function admitNext(): void {
    for (const lane of ["sending", "reading"] as const)
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
