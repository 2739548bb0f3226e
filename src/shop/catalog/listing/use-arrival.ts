import { useEffect, useState, type RefObject } from "react";
import { useNavigationType } from "react-router";

/** A picture that takes longer is not waited for, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * True from the moment a link led here until the first pictures inside `ref` have come. A picture that fails, or takes far
 * too long, is not waited for; a full load and the way back never wait.
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
