import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";
import { openSection, sections, type Section as Name, type Steps } from "./steps";

/** The headings of checkout's sections. */
const titles: Record<Name, string> = {
  information: "MY INFORMATION",
  billing: "BILLING ADDRESS",
  delivery: "DELIVERY",
  payment: "PAYMENT METHOD",
};

interface SectionProps {
  name: Name;
  steps: Steps;
  onEdit: (name: Name) => void;
  /** Summary shown while the saved section is closed. */
  summary: ReactNode;
  /** Form of the section. With `keepsForm` it stays in the page, hidden, while the section is saved. */
  children: ReactNode;
  /** Whether what the section saved was refused: its tick gives way to a warning. */
  isRefused?: boolean;
  /** Notice below summary and form. */
  notice?: ReactNode;
  keepsForm?: boolean;
}

/** A section of the checkout: waiting, open with its form, or saved with its summary. */
export function Section({
  name,
  steps,
  onEdit,
  summary,
  children,
  isRefused,
  notice,
  keepsForm = false,
}: SectionProps) {
  const isSaved = steps.saved[name];
  const isOpen = openSection(steps) === name;
  const headingId = `checkout-${name}`;
  const state = isSaved ? (isRefused ? "is-refused" : "is-saved") : isOpen ? "is-open" : "";
  return (
    <section
      className={`step ${state}`}
      id={`section-${name}`}
      aria-labelledby={headingId}
      aria-current={isOpen ? "step" : undefined}
    >
      <span className="step__n" aria-hidden="true">
        {isSaved ? <Icon name={isRefused ? "alert" : "check"} /> : sections.indexOf(name) + 1}
      </span>
      <div className="step__h">
        <h2 id={headingId}>{titles[name]}</h2>
        {isSaved && (
          <button
            type="button"
            className="text-link step__edit"
            aria-label={`Edit ${titles[name].toLowerCase()}`}
            onClick={() => onEdit(name)}
          >
            Edit
          </button>
        )}
      </div>
      {isSaved && <div className="step__sum">{summary}</div>}
      {(isOpen || (keepsForm && isSaved)) && <div hidden={!isOpen}>{children}</div>}
      {notice && <div className="step__notice">{notice}</div>}
    </section>
  );
}
