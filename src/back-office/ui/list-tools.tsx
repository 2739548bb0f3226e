import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import { Button, ButtonLink } from "./button";
import { Icon } from "./icon";

interface View {
  to: string;
  name: string;
  /** Number of records in the view, formatted. */
  count?: string | undefined;
  isCurrent: boolean;
}

interface ViewsProps {
  label: string;
  views: View[];
  /** Controls that save and delete views. */
  children?: ReactNode;
}

/** Saved views of a list: links to its addresses with filters. If they do not fit they scroll sideways to the current view. */
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

/** Scrolls the bar until the current view is in its middle; the page does not scroll. */
function scrollToCurrent(bar: HTMLElement | null): void {
  const current = bar?.querySelector<HTMLElement>("[aria-current]");
  if (!bar || !current) return;
  const [outer, inner] = [bar.getBoundingClientRect(), current.getBoundingClientRect()];
  bar.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

interface Chip {
  /** Name of the filtered field: "Member". */
  name: string;
  value: string;
  /** Address of the list without this filter. */
  without: string;
}

interface ChipsProps {
  chips: Chip[];
  /** Fields of the form that adds a filter; it is sent by GET, so that filters are in the address. */
  children?: ReactNode;
  /** Other parameters of the address, sent as hidden fields. */
  hidden?: Record<string, string>;
}

/** Active filters of a list, each with a link to remove it, and a form to add one. Works without JavaScript. */
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
    {children && (
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
    )}
  </div>
);

interface SearchProps {
  name: string;
  /** Name of the searched list. */
  label: string;
  value: string;
  hidden?: Record<string, string>;
  /** Whether the text is posted, and the page's action decides what of it stands in the address of the list. */
  isPosted?: boolean;
}

/** Search field above a list, sent by GET unless what people type into it may be secret. */
export const Search = ({ name, label, value, hidden = {}, isPosted = false }: SearchProps) => (
  <Form className="search" role="search" method={isPosted ? "post" : "get"}>
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
  /** Number and sort order of the records as text. */
  children: ReactNode;
  /** Address of the next page; null on the last page. */
  older: string | null;
  /** Address of the first page; null on the first page itself. */
  newest: string | null;
}

/** Links to the first and the next page of a list that is paged by keyset, without page numbers. */
export const Paging = ({ children, older, newest }: PagingProps) => (
  <div className="more">
    <p>{children}</p>
    {newest && <ButtonLink to={newest}>First page</ButtonLink>}
    {older && <ButtonLink to={older}>Next page</ButtonLink>}
  </div>
);

interface PagesProps {
  /** Number and sort order of the records as text. */
  children: ReactNode;
  /** Names of the previous and the next page; the address is null if there is no such page. */
  pages: readonly { name: string; to: string | null }[];
}

/** Links to the previous and the next page of a list that is paged by keyset, without page numbers. */
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
