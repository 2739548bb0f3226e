import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { Dialog } from "~/ui/dialog";
import { IconButton } from "~/ui/icon-button";
import { CloseButton } from "~/ui/layer";
import { Picture } from "~/ui/picture";
import type { Picture as StoredPicture } from "~/shop/picture";

interface ZoomProps {
  name: string;
  pictures: StoredPicture[];
  start: number;
  onClose: () => void;
}

/** Magnification of the zoomed picture. */
const SCALE = 2.5;

/** Pictures in full-window view. A click zooms into the picture at that point; dragging, scrolling or swiping moves it. */
export function Zoom({ name, pictures, start, onClose }: ZoomProps) {
  const [index, setIndex] = useState(start);
  const picture = pictures[index];
  const step = (by: number) => setIndex((index + by + pictures.length) % pictures.length);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  };
  return (
    <Dialog
      title={`Pictures of ${name}`}
      look="bare"
      size="full"
      headless
      className="zoom"
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <div className="zoom__in" onKeyDown={keys} role="presentation">
        {picture && <Closer key={picture.path} picture={picture} />}
        {pictures.length > 1 && (
          <div className="zoom__nav">
            <IconButton icon="left" box label="Previous picture" onClick={() => step(-1)} />
            <output>
              {index + 1} / {pictures.length}
            </output>
            <IconButton icon="right" box label="Next picture" onClick={() => step(1)} />
          </div>
        )}
        <CloseButton label="Close pictures" className="icon-btn--box zoom__close" />
      </div>
    </Dialog>
  );
}

/** A point of a picture, from 0 to 1 of its width and height. */
interface Spot {
  x: number;
  y: number;
}
const MIDDLE: Spot = { x: 0.5, y: 0.5 };

function Closer({ picture }: { picture: StoredPicture }) {
  const view = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<Spot>();
  const drag = useDrag(view);

  useLayoutEffect(() => {
    const element = view.current;
    if (!element || !spot) return;
    element.scrollTo({
      left: spot.x * element.scrollWidth - element.clientWidth / 2,
      top: spot.y * element.scrollHeight - element.clientHeight / 2,
      behavior: "instant",
    });
  }, [spot]);

  const toggle = (at: Spot) => setSpot(spot ? undefined : at);
  const spotUnder = ({ clientX, clientY }: { clientX: number; clientY: number }): Spot => {
    const box = view.current?.getBoundingClientRect();
    return box ? { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height } : MIDDLE;
  };
  return (
    <>
      <div
        className={spot ? "zoom__view is-close" : "zoom__view"}
        ref={view}
        role="presentation"
        onClick={(event) => !drag.hasMoved() && toggle(spotUnder(event))}
        {...(spot ? drag.handlers : {})}
      >
        <div style={{ width: `${spot ? SCALE * 100 : 100}%`, height: `${spot ? SCALE * 100 : 100}%` }}>
          <Picture picture={picture} sizes={spot ? `${SCALE * 100}vw` : "100vw"} eager />
        </div>
      </div>
      <IconButton
        icon={spot ? "minus" : "plus"}
        box
        className="zoom__toggle"
        label={spot ? "Zoom out" : "Zoom in"}
        onClick={() => toggle(MIDDLE)}
      />
    </>
  );
}

/** Moves the zoomed picture when the mouse drags it; touch scrolls natively. */
function useDrag(view: React.RefObject<HTMLDivElement | null>) {
  const moved = useRef(0);
  const handlers = {
    onPointerDown: () => void (moved.current = 0),
    onPointerMove({ pointerType, buttons, movementX, movementY }: PointerEvent) {
      if (pointerType !== "mouse" || buttons !== 1) return;
      moved.current += Math.abs(movementX) + Math.abs(movementY);
      view.current?.scrollBy({ left: -movementX, top: -movementY, behavior: "instant" });
    },
  };
  return { handlers, hasMoved: () => moved.current > 6 };
}
