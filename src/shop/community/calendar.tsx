import { SectionHead } from "~/ui/section-head";
import type { Day } from "./schedule-days";
import { formatOccurrence } from "./schedule-words";

interface CalendarProps {
  title: string;
  text: string;
  /** Events with their next dates, soonest first. */
  events: {
    id: string;
    name: string;
    city: string;
    state: string;
    rule: string;
    description: string;
    turn: { first: Day; last: Day };
  }[];
}

/** The year's events with their next dates, soonest first. */
export function Calendar({ title, text, events }: CalendarProps) {
  return (
    <section className="section wide" aria-labelledby="calendar">
      <SectionHead id="calendar" title={title} voice="quiet" aside={<p>{text}</p>} />
      <ol>
        {events.map(({ id, name, city, state, rule, description, turn }) => (
          <li key={id} className="cal__row">
            <p className="cal__when">
              <time dateTime={turn.first}>{formatOccurrence(turn)}</time>
              <span>{rule}</span>
              <a className="text-link" href={`/community/events/${id}`} aria-label={`Add to calendar: ${name}`}>
                Add to calendar
              </a>
            </p>
            <div className="cal__what">
              <h3>{name}</h3>
              <p>{description}</p>
            </div>
            <p className="cal__where">
              {city}, {state}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
