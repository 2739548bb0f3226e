import { useEffect, useRef } from "react";
import { FormMessage } from "~/ui/form-message";
import { Icon } from "~/ui/icon";

interface ChapterListProps {
  title: string;
  chapters: {
    id: string;
    kind: "chapter" | "meet-up";
    name: string;
    city: string;
    rule: string;
    time: string;
    meetAt: string;
    description: string;
    /** Next meeting, as text. */
    next: string;
  }[];
  /** Confirmation that is shown after joining. */
  joined?: string | undefined;
  /** Whether the list is the result of a search, after which it gets the focus. */
  isNews: boolean;
}

const KINDS = { chapter: "Chapter", "meet-up": "Meet-up" };

/** Chapters of a state with their next meetings. */
export function ChapterList({ title, chapters, joined, isNews }: ChapterListProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNews) head.current?.focus();
  }, [isNews]);

  return (
    <section className="section wide chapters" id="chapters" aria-labelledby="chapters-title">
      <h2 id="chapters-title" ref={head} tabIndex={-1}>
        {title}
      </h2>
      {joined && <FormMessage kind="success">{joined}</FormMessage>}
      <ul className="chapters__list">
        {chapters.map(({ id, kind, name, city, rule, time, meetAt, description, next }) => (
          <li key={id} className="chapter">
            <p className="chapter__kind">{KINDS[kind]}</p>
            <h3>{name}</h3>
            <p>{description}</p>
            <dl className="particulars particulars--tight">
              <div>
                <dt>
                  <Icon name="calendar" size="small" /> Next
                </dt>
                <dd>
                  {next}, {time}
                </dd>
              </div>
              <div>
                <dt>
                  <Icon name="clock" size="small" /> Meets
                </dt>
                <dd>{rule}</dd>
              </div>
              <div>
                <dt>
                  <Icon name="pin" size="small" /> Where
                </dt>
                <dd>
                  {meetAt}, {city}
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
