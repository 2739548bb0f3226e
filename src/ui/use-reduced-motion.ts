import { useMedia } from "./use-media";

/** Whether the reader asked their system for less motion. */
export function useReducedMotion(): boolean {
  return useMedia("(prefers-reduced-motion: reduce)");
}
