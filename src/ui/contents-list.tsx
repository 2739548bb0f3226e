import { useEffect, useState } from "react";

interface ContentsListProps {
  label?: string;
  sections: { id: string; text: string }[];
}

/** Table of contents; beside the text on wide screens, where the current section is marked; folded on narrow ones. */
export function ContentsList({ label = "Contents", sections }: ContentsListProps) {
  const current = useSectionInView(sections);
  if (sections.length < 2) return null;

  const links = sections.map(({ id, text }) => (
    <a key={id} href={`#${id}`} aria-current={id === current || undefined}>
      {text}
    </a>
  ));
  return (
    <div className="toc">
      <nav className="toc__wide" aria-label={label}>
        <p className="toc__h">{label}</p>
        {links}
      </nav>
      <details className="toc__fold">
        <summary className="toc__h">{label}</summary>
        <nav aria-label={label}>{links}</nav>
      </details>
    </div>
  );
}

/** Height in the window, as a fraction from the top, above which the last section heading is marked as current. */
const READING_LINE = 0.3;

function useSectionInView(sections: { id: string }[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const heads = sections.flatMap(({ id }) => document.getElementById(id) ?? []);
    const look = () => {
      const line = window.innerHeight * READING_LINE;
      const passed = heads.filter((head) => head.getBoundingClientRect().top <= line);
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      setCurrent((isAtEnd ? heads.at(-1) : passed.at(-1))?.id ?? heads[0]?.id);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [sections]);
  return current;
}
