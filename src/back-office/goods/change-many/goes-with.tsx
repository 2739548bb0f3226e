import { Link, useLoaderData } from "react-router";
import { NothingFound } from "../../ui/empty";
import { ButtonLink } from "../../ui/button";
import { Search } from "../../ui/list-tools";
import { Section } from "../../ui/section";
import type { ManyScreen } from "./many-screen.server";
import { manyAddress } from "./many-view";

/** Form to choose products to wear with the chosen goods; collects them in the address, in the order of display. */
export function GoesWith() {
  const { set, view, products, found } = useLoaderData<ManyScreen>();
  const { addressOf } = manyAddress(set);
  const withThese = (ids: string[]) => addressOf({ ...view, products: ids, from: 0 });
  const { q, ...hidden } = Object.fromEntries(new URLSearchParams(addressOf({ ...view, from: 0 }).split("?")[1]));
  return (
    <Section title="They go with">
      <ol className="goes-with">
        {products.map(({ id, name }) => (
          <li key={id} className="goes-with__line">
            <Link to={`/goods/${id}`}>{name}</Link>
            <ButtonLink
              look="bare"
              to={withThese(view.products.filter((other) => other !== id))}
              aria-label={`Remove ${name}`}
              preventScrollReset
            >
              Remove
            </ButtonLink>
          </li>
        ))}
      </ol>
      <Search name="q" label="Name, color, SKU" value={view.search} hidden={hidden} />
      {view.search.length > 1 && found.length === 0 && (
        <NothingFound title="Nothing found">{`No other product is called "${view.search}".`}</NothingFound>
      )}
      <ul className="goes-with">
        {found.map(({ id, name, status }) => (
          <li key={id} className="goes-with__line">
            <span>
              {name} {status !== "published" && <span className="dust small">not on the shop</span>}
            </span>
            <ButtonLink to={withThese([...view.products, id])} aria-label={`Add ${name}`} preventScrollReset>
              Add
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
