import { Picture } from "~/ui/picture";
import { RotationControls, Rotator, useRotation } from "~/ui/rotator";
import { SectionHead } from "~/ui/section-head";
import type { Testimonial } from "./home-section";

/** Milliseconds for which each testimonial is shown. */
const SHOWN_MS = 5000;

interface TestimonialsProps {
  id: string;
  title: string;
  text?: string | undefined;
  mile: number;
  testimonials: Testimonial[];
}

/** Shows one testimonial at a time and changes it every five seconds. */
export function Testimonials({ id, title, text, mile, testimonials }: TestimonialsProps) {
  const rotation = useRotation(testimonials.length, SHOWN_MS);
  if (testimonials.length === 0) return null;
  return (
    <section className="section topo word-of-mouth" aria-labelledby={id} {...rotation.hold}>
      <div className="wide wom">
        <SectionHead id={id} title={title} mile={mile} voice="beside" aside={text && <p>{text}</p>} />
        <div className="word">
          <Rotator
            rotation={rotation}
            items={testimonials.map(({ id: own, quote, name, age, location, avatar }) => (
              <figure className="word__one" key={own}>
                <blockquote>{quote}</blockquote>
                <figcaption className="word__by">
                  <Picture picture={avatar} sizes="64px" alt="" className="avatar" />
                  <p>
                    <b>{age === null ? name : `${name}, ${age}`}</b>
                    <span className="muted small">{location}</span>
                  </p>
                </figcaption>
              </figure>
            ))}
          />
          {testimonials.length > 1 && (
            <RotationControls rotation={rotation} of="testimonial" pauses="the testimonials" />
          )}
        </div>
      </div>
    </section>
  );
}
