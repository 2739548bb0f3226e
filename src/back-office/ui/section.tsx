import { useId, type ReactNode } from "react";

interface SectionProps {
  title: ReactNode;
  /** A few words at the right of the title. */
  note?: ReactNode;
  children: ReactNode;
}

/** A part of a page, under a hairline and a head. */
export function Section({ title, note, children }: SectionProps) {
  const id = useId();
  return (
    <section className="sec" aria-labelledby={id}>
      <div className="sec__head">
        <h2 id={id}>{title}</h2>
        {note && <span className="sec__note">{note}</span>}
      </div>
      {children}
    </section>
  );
}

interface FoldProps extends SectionProps {
  /** Whether the part stands open before anybody folds it. */
  isOpen?: boolean;
}

/** A part of a page that is seldom needed, folded to its head, which says what is in it. A link to a field in it opens it. */
export const Fold = ({ title, note, isOpen = false, children }: FoldProps) => (
  <details className="sec fold" open={isOpen || undefined}>
    <summary className="sec__head">
      <h2>{title}</h2>
      {note && <span className="sec__note">{note}</span>}
    </summary>
    {children}
  </details>
);

/** Facts, each by its name, with a sentence where one is needed. */
export const Facts = ({ facts }: { facts: { name: string; value: ReactNode; note?: ReactNode }[] }) => (
  <dl className="facts">
    {facts.map(({ name, value, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {note && <p>{note}</p>}
        </dd>
      </div>
    ))}
  </dl>
);
