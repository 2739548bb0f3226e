import { DeadEnd } from "~/ui/drawings";
import { GoLink } from "~/ui/go-link";
import { SearchBox } from "~/shop/catalog/search/search-box";
import type { PageTexts } from "~/shop/texts/page-texts";

/** Page for an unknown URL, with a search form and links. */
export function NotFound({ texts: { title, text, links } }: { texts: PageTexts<"notFound"> }) {
  return (
    <main id="main" className="wide dead">
      <div className="dead__t">
        <h1>{title}</h1>
        <p>{text}</p>
        <SearchBox name="Search from here" className="search dead__search" />
        <nav className="dead__ways" aria-label="Ways back">
          {links.map(({ label, href }) => (
            <GoLink key={href} to={href}>
              {label}
            </GoLink>
          ))}
        </nav>
      </div>
      <DeadEnd />
    </main>
  );
}
