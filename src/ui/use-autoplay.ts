import { useEffect, useRef, useState } from "react";
import { useMedia } from "./use-media";

export interface Autoplay {
  /** State of the pause button: whether the movement is switched on, even if hovering pauses it at the moment. */
  isPlaying: boolean;
  toggle: () => void;
  /** Props for the moving element, whose movement pauses while it is hovered or focused. */
  hold: {
    onMouseEnter: () => void;
    onMouseLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
  };
}

/**
 * Calls `step` every `interval` milliseconds. Pauses while hovered, focused or in a hidden tab; with reduced motion it is off
 * until switched on.
 */
export function useAutoplay(interval: number | undefined, step: () => void): Autoplay {
  const reduced = useMedia("(prefers-reduced-motion: reduce)");
  const [wanted, setWanted] = useState<boolean>();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const latest = useRef(step);
  useEffect(() => void (latest.current = step));

  const isPlaying = interval !== undefined && (wanted ?? !reduced);
  const isMoving = isPlaying && !hovered && !focused;
  useEffect(() => {
    if (!isMoving) return;
    const beat = setInterval(() => document.hidden || latest.current(), interval);
    return () => clearInterval(beat);
  }, [isMoving, interval]);

  return {
    isPlaying,
    toggle: () => setWanted(!isPlaying),
    hold: {
      onMouseEnter: () => setHovered(true),
      onMouseLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}
