import { useState, type ComponentProps, type CSSProperties, type SubmitEvent } from "react";
import { useNavigate } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Drawer } from "~/ui/drawer";
import { Icon } from "~/ui/icon";
import { Slider } from "~/ui/slider";
import { limits } from "~/shop/limits";
import type { Collection } from "../collections";
import {
  addressOf,
  changed,
  cleared,
  fieldsOf,
  OFFERED_PRICES,
  plainView,
  upTo,
  viewFrom,
  type Listing,
  type View,
} from "./listing-view";

interface FilterProps {
  collection: Collection;
  listing: Pick<Listing, "view" | "colors" | "sizes">;
}

const FORM = "filter";

/** Filters in a drawer. Changes are a draft until the shopper presses APPLY; CLEAR removes all filters at once. */
export function FilterDrawer({ collection, listing }: FilterProps) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const go = (view: View) => {
    setOpen(false);
    void navigate(addressOf(collection, view), { preventScrollReset: true });
  };
  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    go(viewIn(event.currentTarget));
  };
  return (
    <Drawer
      title="Filter"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet">
          <Icon name="filter" />
          FILTER
        </Button>
      }
      footer={
        <>
          <Button look="quiet" onClick={() => go(cleared(listing.view))}>
            CLEAR
          </Button>
          <Button type="submit" form={FORM}>
            APPLY
          </Button>
        </>
      }
    >
      <FilterForm id={FORM} collection={collection} listing={listing} onSubmit={apply} />
    </Drawer>
  );
}

/** Filters as a form that works without script. */
export function PlainFilter({ collection, listing }: FilterProps) {
  return (
    <details className="plain-filter">
      <summary>FILTER</summary>
      <FilterForm collection={collection} listing={listing} isPlain>
        <div className="drawer__foot">
          <ButtonLink look="line" to={addressOf(collection, cleared(listing.view))}>
            CLEAR
          </ButtonLink>
          <Button type="submit">APPLY</Button>
        </div>
      </FilterForm>
    </details>
  );
}

const viewIn = (form: HTMLFormElement): View =>
  viewFrom(
    new URLSearchParams(
      [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    ),
  );

/** The view without filters, with the same tab, sort order and search. */
const unfiltered = ({ tab, sort, search }: View): View => changed(plainView, { tab, sort, search });

function FilterForm({
  collection,
  listing: { view, colors, sizes },
  isPlain = false,
  children,
  ...form
}: FilterProps & { isPlain?: boolean } & Pick<ComponentProps<"form">, "id" | "onSubmit" | "children">) {
  const [draft, setDraft] = useState(view);
  // Without goods there is nothing below a price either, and no link leads to it.
  const hasGoods = colors.length > 0 || sizes.length > 0;
  return (
    <form {...form} action={`/shop/${collection}`} onChange={(event) => setDraft(viewIn(event.currentTarget))}>
      {fieldsOf(unfiltered(view)).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      <PriceFields
        draft={draft.maxPrice}
        onPrice={(maxPrice) => setDraft({ ...draft, maxPrice })}
        addressAt={isPlain && hasGoods ? (maxPrice) => addressOf(collection, changed(view, { maxPrice })) : undefined}
      />
      <ColorFields colors={colors} chosen={view.colors} count={draft.colors.length} />
      <SizeFields sizes={sizes} chosen={view.sizes} count={draft.sizes.length} />
      {children}
    </form>
  );
}

interface PriceFieldsProps {
  /** Price limit of the draft. */
  draft: number;
  onPrice: (maxPrice: number) => void;
  /** Address of the listing with a price limit; set in a form without scripts. */
  addressAt: ((maxPrice: number) => string) | undefined;
}

/**
 * Field for the maximum price: a slider, and usual limits, which set it, and lift it if pressed again. Without scripts they are
 * links that apply the limit.
 */
function PriceFields({ draft, onPrice, addressAt }: PriceFieldsProps) {
  const { maximumPrice } = limits.listing;
  return (
    <fieldset className="fgroup">
      <legend>
        Price <span>{upTo(draft)}</span>
      </legend>
      <div className="fprices">
        {OFFERED_PRICES.map((price) =>
          addressAt ? (
            <a className="chip fprices__one" href={addressAt(price)} key={price}>
              {upTo(price)}
            </a>
          ) : (
            <button
              type="button"
              className="chip fprices__one"
              aria-pressed={price === draft}
              onClick={() => onPrice(price === draft ? maximumPrice : price)}
              key={price}
            >
              {upTo(price)}
            </button>
          ),
        )}
      </div>
      <Slider
        label="Highest price"
        name="maxPrice"
        min={0}
        max={maximumPrice}
        step={1}
        value={draft}
        onChange={onPrice}
        format={upTo}
      />
      <div className="fitscale" aria-hidden="true">
        <span>$0</span>
        <span>${maximumPrice}</span>
      </div>
    </fieldset>
  );
}

/** Checkboxes for colors. `chosen` are the applied colors, `count` is the number checked in the draft. */
function ColorFields({ colors, chosen, count }: { colors: Listing["colors"]; chosen: string[]; count: number }) {
  return (
    <fieldset className="fgroup">
      <legend>
        Color <Chosen count={count} />
      </legend>
      {colors.length === 0 && <p className="muted">No colors available</p>}
      <div className="fcolors">
        {colors.map(({ color, label, swatch, count }) => (
          <label className="fcolor" key={color}>
            <input type="checkbox" name="colors" value={color} defaultChecked={chosen.includes(color)} />
            <i style={{ "--c": swatch ?? undefined } as CSSProperties} />
            {label}
            <span className="muted" aria-hidden="true">
              {count}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Checkboxes for sizes, grouped by unit. */
function SizeFields({ sizes, chosen, count }: { sizes: Listing["sizes"]; chosen: string[]; count: number }) {
  return (
    <fieldset className="fgroup">
      <legend>
        Size <Chosen count={count} />
      </legend>
      {sizes.length === 0 && <p className="muted">No sizes available</p>}
      {sizes.map(({ name, choices }) => (
        <div className="fsizes" key={name}>
          {sizes.length > 1 && <p className="small muted">{name}</p>}
          <div className="sizes sizes--s">
            {choices.map(({ size, label, count }) => (
              <label className="size" key={size}>
                <input
                  type="checkbox"
                  name="sizes"
                  value={size}
                  aria-label={label}
                  defaultChecked={chosen.includes(size)}
                />
                {label}
                <small>{count}</small>
              </label>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

const Chosen = ({ count }: { count: number }) => (count > 0 ? <span>{count} chosen</span> : null);
