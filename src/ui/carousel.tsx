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
  /** A sentence or a link beside the buttons. */
  aside?: ReactNode;
  /** The row's style: `rail`, `reels`, `feed` … */
  row?: string;
  /** Moves on by itself after so many milliseconds, with a pause button. */
  autoplay?: number;
  /** One item each. */
  children: ReactNode;
}

/** A titled row that scrolls sideways: by touch, by wheel, by keyboard, by its two buttons. */
export function Carousel({
  title,
  heading,
  mile,
  voice = "middle",
  aside,
  row = "rail",
  autoplay,
  children,
}: CarouselProps) {
  const id = useId();
  const { ref, ...rail } = useRail<HTMLUListElement>();
  const onward = () => (rail.atEnd ? ref.current?.scrollTo({ left: 0 }) : rail.next());
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
                <RailButtons rail={rail} of={title} />
              </div>
              {autoplay && <PauseButton autoplay={moving} of={title} box />}
            </>
          }
        />
      </div>
      <ul className={row} ref={ref}>
        {Children.map(children, (item) => (
          <li>{item}</li>
        ))}
      </ul>
    </section>
  );
}

/** One page back, one page on; each waits at its end. `of` tells the carousels of a page apart. */
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
