import { useEffect, useState, type RefObject } from "react";
import { useNavigationType } from "react-router";

/** Milliseconds after which the page no longer waits for slow pictures. */
const PATIENCE_MS = 10_000;

/**
 * Whether the page is still arriving: true from following a link until the first pictures inside `ref` have loaded, failed, or
 * taken too long. Always false after a full load or a step back.
 */
export function useArrival(ref: RefObject<HTMLElement | null>): boolean {
  const cameByLink = useNavigationType() !== "POP";
  const [isArriving, setArriving] = useState(cameByLink);

  useEffect(() => {
    if (!isArriving) return;
    const arrived = () => setArriving(false);
    const patience = setTimeout(arrived, PATIENCE_MS);
    let isHere = true;
    const pictures = ref.current?.querySelectorAll<HTMLImageElement>("img[loading=eager]") ?? [];
    void Promise.allSettled([...pictures].map((picture) => picture.decode())).then(() => isHere && arrived());
    return () => {
      isHere = false;
      clearTimeout(patience);
    };
  }, [isArriving, ref]);

  return isArriving;
}
