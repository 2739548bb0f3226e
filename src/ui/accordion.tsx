import { useId, useState, type ReactNode } from "react";

export interface AccordionItem {
  /** Id of the item's element, for links to `#id`; must not change between releases. */
  id: string;
  title: string;
  content: ReactNode;
}

interface AccordionProps {
  items: AccordionItem[];
  /** Heading level of the headers. */
  heading?: "h2" | "h3" | "h4";
  /** Id of the item that is initially open. */
  open?: string;
  /** "questions": style for headers that are whole sentences. */
  look?: "questions";
  /** Whether opening an item closes the others. */
  single?: boolean;
}

/** Accordion. The content of closed items is in the HTML, and is visible without script. */
export function Accordion({ items, heading: Heading = "h3", look, open, single = false }: AccordionProps) {
  const base = useId();
  const [opened, setOpened] = useState<string[]>(open ? [open] : []);
  const toggle = (id: string) =>
    setOpened((now) => (now.includes(id) ? now.filter((other) => other !== id) : single ? [id] : [...now, id]));

  return (
    <div className={look ? `accs accs--${look}` : "accs"}>
      {items.map(({ id, title, content }) => {
        const isOpen = opened.includes(id);
        return (
          <div className="acc" key={id} id={id}>
            <Heading className="acc__h">
              <button
                type="button"
                className="acc__head"
                id={`${base}${id}-head`}
                aria-expanded={isOpen}
                aria-controls={`${base}${id}`}
                onClick={() => toggle(id)}
              >
                {title}
              </button>
            </Heading>
            <div className="acc__body" id={`${base}${id}`} data-closed={isOpen ? undefined : ""}>
              {content}
            </div>
          </div>
        );
      })}
    </div>
  );
}
