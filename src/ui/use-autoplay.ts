import { useEffect, useRef, useState } from "react";
import { useMedia } from "./use-media";

export interface Autoplay {
  /** Whether it moves on its own, hovering aside: what a play and pause button shows. */
  isPlaying: boolean;
  toggle: () => void;
  /** For the element around everything that moves: rest a pointer or the focus on it and it waits. */
  hold: {
    onMouseEnter: () => void;
    onMouseLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
  };
}

/**
 * Calls `step` every `interval` milliseconds. It waits while it is hovered, focused or in a hidden tab, and under
 * reduced motion until asked to play.
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
