import { Link } from "react-router";
import { ButtonLink } from "../ui/button";
import { Plate } from "../ui/plate";
import type { Wait } from "./waits";
import { countUpTo1000 } from "../count-words";

interface NextProps extends Pick<Wait, "title" | "text" | "way"> {
  count: number;
  /** Time within which orders ship, such as "2 business days", from the settings. */
  promise: string;
}

/** The next step, shown at the top of the page. */
export const Next = ({ count, title, text, promise, way }: NextProps) => (
  <section className="next" aria-label="Next">
    <span className="mile">
      <span className="mile__word">Next</span> {countUpTo1000(count)}
    </span>
    <div className="next__what">
      <h2 className="next__title">{title}</h2>
      <p>
        {text} You promise <span className="next__promise">{promise}.</span>
      </p>
    </div>
    {way && (
      <div className="next__way">
        <ButtonLink look="main" to={way.to}>
          {way.name}
        </ButtonLink>
      </div>
    )}
  </section>
);

/** List of other waiting work, problems first. */
export const WaitsList = ({ waits }: { waits: Wait[] }) => (
  <section aria-labelledby="waits">
    <h2 className="vh" id="waits">
      What else waits
    </h2>
    <ul className="waits">
      {waits.map(({ key, count, title, text, plates, way }) => (
        <li className="waits__line" key={key}>
          {count === null ? (
            <span className="waits__trouble" aria-hidden="true" />
          ) : (
            <span className="waits__count">{countUpTo1000(count)}</span>
          )}
          <div>
            <b>{title}</b>
            <p>{text}</p>
            {plates && plates.length > 0 && (
              <div className="plates waits__plates">
                {plates.map((hash, index) => (
                  <Plate key={index} hash={hash} small />
                ))}
              </div>
            )}
          </div>
          {way && (
            <Link className="waits__way" to={way.to}>
              {way.name}
            </Link>
          )}
        </li>
      ))}
    </ul>
  </section>
);
