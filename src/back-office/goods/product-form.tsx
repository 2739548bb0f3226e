import { useMemo } from "react";
import { useHydrated } from "~/ui/use-hydrated";
import { useUnsaved } from "../forms/use-unsaved";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { differ } from "../ui/differ";
import { PageHead } from "../ui/page-head";
import { SaveBar } from "../ui/save-bar";
import { MoreActions } from "./more-actions";
import { ChoicesSection } from "./choices-section";
import { Missing } from "./missing-to-publish";
import { PriceSection, StandsSection } from "./price-section";
import { FORM, type FormState, ProductFormContext } from "./product-fields-context";
import { ProductHead } from "./product-head";
import type { ProductScreen } from "./product-screen.server";
import { wordsField } from "./pictures/pictures-address";
import { PictureForms, PicturesSection } from "./pictures/pictures-section";
import { choiceNames, namedValue } from "./named-value-words";
import { labelOf, rightOf } from "./field-labels";
import { SearchSection } from "./search-section";
import { ShelfSection } from "./shelf-section";
import { WordsSection } from "./texts-section";

/** Form of a product: its sections, the missing fields, and the save bar. */
export function ProductForm({ screen }: { screen: ProductScreen }) {
  const { id, name, form, rights, fieldRights, memberId } = screen;
  const own = useMemo(
    () =>
      Object.fromEntries(Object.entries(form.base).filter(([field]) => rights.includes(rightOf(field, fieldRights)))),
    [form, rights, fieldRights],
  );
  const { answer } = useUnsaved(undefined);
  return (
    <>
      {answer?.conflict && (
        <PageHead title={name || "A product"} back={{ to: `/goods/${id}`, name: name || "The product" }} />
      )}
      <WorkshopForm
        id={FORM}
        className="product-form"
        // The address has no parameters, so that the message of an earlier act is not shown again.
        action={`/goods/${id}`}
        submission={form.submission}
        opening={form.key}
        stored={own}
        opened={{ versions: form.versions }}
        remembers={`${memberId} goods/${id}`}
        labels={(field) => labelOf(field, screen)}
        thing="this product"
        preventScrollReset
        savesByKey={Object.keys(own).length > 0}
        renderFields={({ typed, isSending }) => (
          <ProductFields screen={screen} typed={typed} changed={changedIn(own, typed)} isSending={isSending} />
        )}
      >
        {(parts) => <ChangesBar screen={screen} own={own} parts={parts} />}
      </WorkshopForm>
    </>
  );
}

type Typed = FormParts["typed"];

/** Names of fields that differ from their stored value. Fields without one, such as those of a new picture, do not count. */
const changedIn = (own: Record<string, string>, typed: Typed): string[] =>
  Object.keys(own).filter((field) => typed[field] !== undefined && differ(typed[field], own[field]));

interface ProductFieldsProps {
  screen: ProductScreen;
  typed: Typed;
  changed: string[];
  isSending: boolean;
}

/** All sections of the page with fields of the product's form. */
function ProductFields({ screen, typed, changed, isSending }: ProductFieldsProps) {
  const { form, rights, fieldRights, pictures, id } = screen;
  const { answer, kept } = useUnsaved(undefined);
  const changedNames = changed.join("\n");
  const state = useMemo(
    () => ({
      values: { ...form.base, ...kept, ...answer?.typed },
      changed: new Set(changedNames.split("\n")),
      errors: answer?.errors ?? {},
      isSentBefore: answer?.isSentBefore ?? false,
      mayChange: (name: string) => rights.includes(rightOf(name, fieldRights)),
    }),
    [form, kept, answer, changedNames, rights, fieldRights],
  );
  return (
    <ProductFormContext value={state}>
      <ProductHead screen={screen} typed={typed} isSending={isSending} />
      <ReadOnly rights={rights} />
      <div className="product">
        <div className="product__words">
          <WordsSection screen={screen} />
          {pictures && (
            <PicturesSection
              open={pictures}
              back={`/goods/${id}`}
              wordsOf={wordsOf(state)}
              error={state.errors.pictures}
            />
          )}
        </div>
        <div className="product__sizes">
          <ChoicesSection screen={screen} />
        </div>
        <aside>
          <Missing screen={screen} />
          <PriceSection screen={screen} typed={typed} />
          <StandsSection screen={screen} />
          <MoreActions screen={screen} />
        </aside>
        <div className="product__more">
          <ShelfSection />
          <SearchSection screen={screen} />
        </div>
      </div>
      {pictures && <PictureForms open={pictures} back={`/goods/${id}`} />}
    </ProductFormContext>
  );
}

/** Props that make the field of a picture's alternative text part of the product's form. */
const wordsOf =
  ({ values, changed, errors }: FormState) =>
  (path: string) => {
    const name = wordsField(path);
    return { form: FORM, typed: values[name], isNew: changed.has(name), wrong: errors[name] };
  };

/** Sentence that says which fields the member may not change. */
function ReadOnly({ rights }: Pick<ProductScreen, "rights">) {
  if (rights.includes("goods.change")) return null;
  if (rights.includes("goods.words"))
    return <p className="read-only">You may change words and pictures. Prices, sizes and colors take another role.</p>;
  const stock = rights.includes("stock.change") ? " and change its stock" : "";
  return <p className="read-only">{`You may read this${stock}. Changing the rest takes another role.`}</p>;
}

interface ChangesBarProps {
  screen: ProductScreen;
  /** Fields that the member may change, with their stored values. */
  own: Record<string, string>;
  parts: FormParts;
}

/** Save bar with the list of changes; null for members who may change none of the fields. */
function ChangesBar({ screen, own, parts: { typed, isSending, onDiscard } }: ChangesBarProps) {
  const isReady = useHydrated();
  const names = choiceNames(screen);
  const changed = changedIn(own, typed);
  if (Object.keys(own).length === 0 || (changed.length === 0 && isReady)) return null;
  return (
    <SaveBar
      changes={changed.map((field) => ({
        label: labelOf(field, screen),
        from: short(namedValue(field, own[field], names) ?? own[field]),
        to: short(namedValue(field, typed[field], names) ?? typed[field]),
      }))}
      discard={`/goods/${screen.id}`}
      busy={isSending}
      onDiscard={onDiscard}
    />
  );
}

/** Value for the list of changes; empty for long texts, of which the list shows only the field's name. */
const short = (text = ""): string => (text.length > 40 || text.includes("\n") ? "" : text);
