import { useState, type ReactNode } from "react";
import { IconButton } from "./icon-button";
import { useAutoplay, type Autoplay } from "./use-autoplay";

export type Rotation = Autoplay & {
  index: number;
  count: number;
  previous: () => void;
  next: () => void;
};

/** Rotates through `count` items, one every `interval` milliseconds. */
export function useRotation(count: number, interval?: number): Rotation {
  const [index, setIndex] = useState(0);
  const step = (by: number) => setIndex((now) => (count === 0 ? 0 : (now + by + count) % count));
  const autoplay = useAutoplay(count > 1 ? interval : undefined, () => step(1));
  return {
    ...autoplay,
    index: Math.min(index, Math.max(count - 1, 0)),
    count,
    previous: () => step(-1),
    next: () => step(1),
  };
}

interface RotatorProps {
  rotation: Rotation;
  items: ReactNode[];
  className?: string;
}

/** Shows one of `items` in a space that fits the largest, so that rotation shifts nothing. */
export function Rotator({ rotation, items, className }: RotatorProps) {
  return (
    <div className={["rotator", className].filter(Boolean).join(" ")} aria-live={rotation.isPlaying ? "off" : "polite"}>
      {items.map((item, i) => (
        <div key={i} className="rotator__item" inert={i !== rotation.index}>
          {item}
        </div>
      ))}
    </div>
  );
}

/** Button that pauses and resumes automatic movement. `of` names what moves, as in "Pause the announcements". */
export function PauseButton({ autoplay, of, box, className }: PauseButtonProps) {
  return (
    <IconButton
      icon={autoplay.isPlaying ? "pause" : "play"}
      iconSize={box ? "regular" : "small"}
      label={`${autoplay.isPlaying ? "Pause" : "Play"} ${of}`}
      box={box}
      className={className}
      onClick={autoplay.toggle}
    />
  );
}

interface PauseButtonProps {
  autoplay: Autoplay;
  of: string;
  box?: boolean;
  className?: string;
}

/**
 * Buttons for previous, next and pause, and the current position. `of` names an item in accessible names: "Previous testimonial".
 */
export function RotationControls({ rotation, of, pauses = of }: { rotation: Rotation; of: string; pauses?: string }) {
  const { index, count, previous, next } = rotation;
  return (
    <div className="word__nav">
      <IconButton icon="left" box label={`Previous ${of}`} onClick={previous} />
      <span className="word__n">
        {index + 1} / {count}
      </span>
      <IconButton icon="right" box label={`Next ${of}`} onClick={next} />
      <PauseButton autoplay={rotation} of={pauses} box />
    </div>
  );
}
