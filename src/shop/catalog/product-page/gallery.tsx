import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from "react";
import { later } from "~/ui/later";
import { Picture } from "~/ui/picture";
import type { Picture as StoredPicture } from "~/shop/picture";
import { land } from "../cards/picture-flight";
import { MAIN_SIZES } from "../cards/picture-sizes";
import { viewOf } from "./data-plate-rows";

const Zoom = later(async () => (await import("./zoom")).Zoom);

interface GalleryProps {
  product: string;
  name: string;
  pictures: StoredPicture[];
  /** Whether to leave the pictures after the first one empty for now; their places are kept. */
  firstOnly: boolean;
}

const OTHERS = "(width >= 1024px) 30vw, (width >= 768px) 50vw, 88vw";

/** Pictures of a product: swiped on a phone, stacked from 768 px on. A click opens a picture in full size. */
export function Gallery({ product, name, pictures, firstOnly }: GalleryProps) {
  const [zoomed, setZoomed] = useState<number>();
  const row = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => land(product, first.current), [product]);
  const current = useCurrentPicture(row);
  const open = (event: MouseEvent, index: number) => {
    event.preventDefault();
    setZoomed(index);
  };

  return (
    <div className="gal-wrap">
      <div className="gal" ref={row} role="group" aria-label={`Photographs of ${name}`}>
        {pictures.length === 0 && (
          <figure>
            <div className="plate gal__plate">
              <Picture picture={null} alt={`${name}, no picture yet`} sizes={MAIN_SIZES} />
            </div>
          </figure>
        )}
        {pictures.map((picture, i) => {
          const isEmpty = firstOnly && i > 0;
          return (
            <figure key={picture.path}>
              <a
                className="plate gal__plate"
                href={`/api${picture.path}`}
                aria-label={`Zoom in on picture ${i + 1} of ${pictures.length}: ${viewOf(picture.alt)}`}
                onClick={(event) => open(event, i)}
                ref={i === 0 ? first : undefined}
              >
                {!isEmpty && <Picture picture={picture} sizes={i === 0 ? MAIN_SIZES : OTHERS} eager={i === 0} />}
              </a>
              {!isEmpty && <figcaption>{viewOf(picture.alt)}</figcaption>}
            </figure>
          );
        })}
      </div>
      {pictures.length > 1 && (
        <span className="gal__count" aria-hidden="true">
          {Math.min(current + 1, pictures.length)} / {pictures.length}
        </span>
      )}
      {zoomed !== undefined && (
        <Zoom name={name} pictures={pictures} start={zoomed} onClose={() => setZoomed(undefined)} />
      )}
    </div>
  );
}

/** Index of the picture that the shopper has swiped to. */
function useCurrentPicture(row: React.RefObject<HTMLDivElement | null>): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const look = () => setCurrent(Math.round(element.scrollLeft / Math.max(element.clientWidth, 1)));
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [row]);
  return current;
}
