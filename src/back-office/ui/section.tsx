import { useId, type ReactNode } from "react";

interface SectionProps {
  title: ReactNode;
  /** Words at the right of the title. */
  note?: ReactNode;
  children: ReactNode;
}

/** A section of a page, under a line and a title. */
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
  /** Whether the section is open at first. */
  isOpen?: boolean;
}

/** A rarely needed section, folded to its title with a summary. A link to a field in it opens it. */
export const Fold = ({ title, note, isOpen = false, children }: FoldProps) => (
  <details className="sec fold" open={isOpen || undefined}>
    <summary className="sec__head">
      <h2>{title}</h2>
      {note && <span className="sec__note">{note}</span>}
    </summary>
    {children}
  </details>
);

/** Facts with their names, and notes where needed. */
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
