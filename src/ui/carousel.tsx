import { Children, useId, type ReactNode } from "react";
import { IconButton } from "./icon-button";
import { PauseButton } from "./rotator";
import { SectionHead } from "./section-head";
import { useAutoplay } from "./use-autoplay";
import { useRail, type Rail } from "./use-rail";

interface CarouselProps {
  title: string;
  heading?: "h2" | "h3";
  mile?: number;
  voice?: "loud" | "middle" | "quiet";
  /** Content beside the buttons for scrolling. */
  aside?: ReactNode;
  /** CSS class of the row, such as `rail`, `reels` or `feed`. */
  row?: string;
  /** Milliseconds between automatic steps; also adds a pause button. */
  autoplay?: number;
  /** Called when somebody scrolls the row or comes to an item by keyboard: the time to draw items that were left out. */
  onReach?: (() => void) | undefined;
  /** The items of the row. */
  children: ReactNode;
}

/** A titled row of items that scrolls sideways: by touch, wheel, keyboard, or its two buttons. */
export function Carousel({
  title,
  heading,
  mile,
  voice = "middle",
  aside,
  row = "rail",
  autoplay,
  onReach,
  children,
}: CarouselProps) {
  const id = useId();
  const { ref, ...rail } = useRail<HTMLUListElement>();
  const next = () => {
    onReach?.();
    // The row scrolls no farther than the items that are drawn.
    requestAnimationFrame(rail.next);
  };
  const onward = () => (rail.atEnd ? ref.current?.scrollTo({ left: 0 }) : next());
  const moving = useAutoplay(autoplay, onward);
  return (
    <section className="section carousel" aria-labelledby={id} {...(autoplay ? moving.hold : {})}>
      <div className="wide">
        <SectionHead
          id={id}
          title={title}
          heading={heading}
          mile={mile}
          voice={voice}
          aside={
            <>
              {aside}
              <div className="word__nav">
                <RailButtons rail={{ ...rail, next }} of={title} />
              </div>
              {autoplay && <PauseButton autoplay={moving} of={title} box />}
            </>
          }
        />
      </div>
      <ul className={row} ref={ref} onScroll={onReach} onFocus={onReach}>
        {Children.map(children, (item) => (
          <li>{item}</li>
        ))}
      </ul>
    </section>
  );
}

/** Buttons for the previous and the next page, disabled at the ends. `of` is the carousel's name, for screen readers. */
function RailButtons({ rail, of }: { rail: Omit<Rail<HTMLElement>, "ref">; of: string }) {
  return (
    <>
      <IconButton
        icon="left"
        box
        label={`Previous, ${of}`}
        aria-disabled={rail.atStart || undefined}
        onClick={rail.previous}
      />
      <IconButton icon="right" box label={`Next, ${of}`} aria-disabled={rail.atEnd || undefined} onClick={rail.next} />
    </>
  );
}
