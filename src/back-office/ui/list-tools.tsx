import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import { Button, ButtonLink } from "./button";
import { Icon } from "./icon";

interface View {
  to: string;
  name: string;
  /** How many it holds. */
  count?: string | undefined;
  isCurrent: boolean;
}

interface ViewsProps {
  label: string;
  views: View[];
  /** Controls for views. */
  children?: ReactNode;
}

/** Saved addresses of one list, under a name each. Where they have no room they scroll sideways, to the one that is shown first. */
export function Views({ label, views, children }: ViewsProps) {
  const bar = useRef<HTMLElement>(null);
  const current = views.find(({ isCurrent }) => isCurrent)?.name;
  useEffect(() => {
    if (current !== undefined) scrollToCurrent(bar.current);
  }, [current]);
  return (
    <nav className="views" aria-label={label} ref={bar}>
      {views.map(({ to, name, count, isCurrent }) => (
        <Link key={name} to={to} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
          {name}
          {count && <span className="views__count">{count}</span>}
        </Link>
      ))}
      {children}
    </nav>
  );
}

/** Scrolls the bar, and never the page, until the current view stands in its middle. */
function scrollToCurrent(bar: HTMLElement | null): void {
  const current = bar?.querySelector<HTMLElement>("[aria-current]");
  if (!bar || !current) return;
  const [outer, inner] = [bar.getBoundingClientRect(), current.getBoundingClientRect()];
  bar.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

interface Chip {
  /** Name of the filter: "Member". */
  name: string;
  value: string;
  /** Address of the list without it. */
  without: string;
}

interface ChipsProps {
  chips: Chip[];
  /** The fields of a form that adds filters; sent by GET, so that the address carries them. */
  children: ReactNode;
  /** Other parts of the address, as hidden fields. */
  hidden?: Record<string, string>;
}

/** The filters of a list, each with a way out, and a form that adds one. All of it is links and a form: no script is needed. */
export const Chips = ({ chips, hidden = {}, children }: ChipsProps) => (
  <div className="chips">
    {chips.map(({ name, value, without }) => (
      <span className="chip" key={name}>
        <span>
          {name}: <b>{value}</b>
        </span>
        <Link to={without} aria-label={`Without "${name}: ${value}"`} preventScrollReset>
          <Icon name="close" size="small" />
        </Link>
      </span>
    ))}
    <details className="chip-add" key={chips.map(({ name, value }) => name + value).join()}>
      <summary>Add a filter</summary>
      <Form className="chip-add__form">
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <Button look="main" fit>
          Show these
        </Button>
      </Form>
    </details>
  </div>
);

interface SearchProps {
  name: string;
  /** Name of the searched list. */
  label: string;
  value: string;
  hidden?: Record<string, string>;
}

/** One field over a list, sent by GET. */
export const Search = ({ name, label, value, hidden = {} }: SearchProps) => (
  <Form className="search" role="search">
    {Object.entries(hidden).map(([key, other]) => (
      <input key={key} type="hidden" name={key} value={other} />
    ))}
    <Icon name="search" size="small" />
    <input
      key={value}
      className="input"
      type="search"
      name={name}
      defaultValue={value}
      placeholder={label}
      aria-label={label}
    />
  </Form>
);

interface PagingProps {
  /** Contents and order of the list, in words. */
  children: ReactNode;
  /** The next page; nothing on the last. */
  older: string | null;
  /** Back to the first page; nothing on it. */
  newest: string | null;
}

/** The way to the next page, by key: never page numbers. */
export const Paging = ({ children, older, newest }: PagingProps) => (
  <div className="more">
    <p>{children}</p>
    {newest && <ButtonLink to={newest}>First page</ButtonLink>}
    {older && <ButtonLink to={older}>Next page</ButtonLink>}
  </div>
);

interface PagesProps {
  /** Contents and order of the list, in words. */
  children: ReactNode;
  /** The pages before and after this one, by what they are called; an address only where there is one. */
  pages: readonly { name: string; to: string | null }[];
}

/** The ways to the pages on both sides, by key: never page numbers. */
export const Pages = ({ children, pages }: PagesProps) => (
  <nav className="more" aria-label="More">
    <p>{children}</p>
    {pages.some(({ to }) => to !== null) &&
      pages.map(({ name, to }) =>
        to === null ? (
          <span key={name} className="btn" aria-disabled="true">
            {name}
          </span>
        ) : (
          <ButtonLink key={name} to={to}>
            {name}
          </ButtonLink>
        ),
      )}
  </nav>
);
