import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { Link } from "react-router";

interface Tab {
  value: string;
  label: ReactNode;
  /** Number beside the label; hidden from screen readers. */
  count?: number;
  panel: ReactNode;
}

/** Style of the row: extending to the page's edges, with a line below (spread: over the whole row of a phone), or as a column. */
type TabsLook = "bar" | "ruled" | "spread" | "column";

const rowClass = (look?: TabsLook): string => (look ? `tabs tabs--${look}` : "tabs");

interface TabsProps {
  look?: TabsLook;
  /** Accessible name of the row of tabs. */
  label: string;
  tabs: Tab[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
}

/** Tabs with panels. All panels are in the HTML, and shown below each other without script. */
export function Tabs({ look, label, tabs, value, defaultValue = tabs[0]?.value, onChange }: TabsProps) {
  const base = useId();
  const [own, setOwn] = useState(defaultValue);
  const chosen = value ?? own;
  const choose = (next: string) => {
    setOwn(next);
    onChange?.(next);
  };
  return (
    <>
      <div className={rowClass(look)} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={moveFocus}>
        {tabs.map((tab) => (
          <button
            type="button"
            className="tab"
            role="tab"
            key={tab.value}
            id={`${base}${tab.value}-tab`}
            aria-selected={tab.value === chosen}
            aria-controls={`${base}${tab.value}`}
            tabIndex={tab.value === chosen ? 0 : -1}
            onClick={() => choose(tab.value)}
            onFocus={() => tab.value !== chosen && choose(tab.value)}
          >
            {tab.label}
            <Count count={tab.count} />
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          className="tab-panel"
          role="tabpanel"
          key={tab.value}
          id={`${base}${tab.value}`}
          aria-labelledby={`${base}${tab.value}-tab`}
          data-closed={tab.value === chosen ? undefined : ""}
        >
          {tab.panel}
        </div>
      ))}
    </>
  );
}

interface TabLink {
  to: string;
  label: ReactNode;
  count?: number;
  isCurrent: boolean;
}

interface TabLinksProps {
  look?: TabsLook;
  label: string;
  links: TabLink[];
  /** Id of the element that shows the selected content. */
  controls?: string;
}

/** Tabs as links: the selection is in the URL, so that they work without script and can be shared. */
export function TabLinks({ look, label, links, controls }: TabLinksProps) {
  return (
    <div className={rowClass(look)} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={moveFocus}>
      {links.map(({ to, label: words, count, isCurrent }) => (
        <Link
          className="tab"
          role="tab"
          to={to}
          key={to}
          aria-selected={isCurrent}
          aria-controls={controls}
          tabIndex={isCurrent ? 0 : -1}
          preventScrollReset
        >
          {words}
          <Count count={count} />
        </Link>
      ))}
    </div>
  );
}

const Count = ({ count }: { count?: number }) => (count === undefined ? null : <sup aria-hidden="true">{count}</sup>);

/** Moves the focus between tabs with arrow keys, Home and End; only one tab is a tab stop. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const here = tabs.findIndex((tab) => tab === document.activeElement);
  const there = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (there === undefined || here < 0) return;
  event.preventDefault();
  tabs.at(there % tabs.length)?.focus();
}
