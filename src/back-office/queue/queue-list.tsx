import { Link } from "react-router";
import { KindMark } from "../ui/kind-mark";
import { Plate } from "../ui/plate";
import type { OpenQueue } from "./queue.server";

/** List of entries beside the open entry. */
export const QueueList = ({ lines }: Pick<OpenQueue, "lines">) => (
  <nav className="queue__list" aria-label="What stands here">
    <ul>
      {lines.map(({ to, isOpen, picture, what, at, first, who, mark }) => (
        <li key={to}>
          <Link className="queue__line" to={to} aria-current={isOpen ? "true" : undefined} preventScrollReset>
            <Plate hash={picture} />
            <span className="queue__words">
              <span className="queue__top">
                <span>
                  <b>{what}</b>
                  <KindMark>{mark}</KindMark>
                </span>
                <span className="dust">{at}</span>
              </span>
              <span className="queue__cut">{first}</span>
              <span className="queue__cut">{who}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
