import { useId, type ReactNode } from "react";

interface SectionProps {
  title: ReactNode;
  /** Text at the right of the title. */
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
  /** Whether the section is open when the page is shown. */
  isOpen?: boolean;
}

/** A rarely needed section, collapsed to its title and a note. A link to one of its fields opens the section. */
export const Fold = ({ title, note, isOpen = false, children }: FoldProps) => (
  <details className="sec fold" open={isOpen || undefined}>
    <summary className="sec__head">
      <h2>{title}</h2>
      {note && <span className="sec__note">{note}</span>}
    </summary>
    {children}
  </details>
);

/** List of named values, with notes. */
export const DescriptionList = ({ rows }: { rows: { name: string; value: ReactNode; note?: ReactNode }[] }) => (
  <dl className="facts">
    {rows.map(({ name, value, note }) => (
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
