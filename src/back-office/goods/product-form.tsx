import { useMemo, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { useHydrated } from "~/ui/use-hydrated";
import { useTypedForm } from "../use-typed-form";
import { differ } from "../ui/differ";
import { LeaveGuard } from "../ui/leave-guard";
import { ErrorSummary } from "../ui/notice";
import { SaveBar } from "../ui/save-bar";
import { TypedAgain } from "../ui/restore-typed";
import { Also } from "./more-actions";
import { ChoicesSection } from "./choices-section";
import { Missing } from "./missing-to-publish";
import { PriceSection, StandsSection } from "./price-section";
import { FORM, ProductFormContext } from "./product-fields-context";
import { ProductHead } from "./product-head";
import type { ProductAnswer } from "./product-answer";
import type { ProductScreen } from "./product-screen.server";
import { PictureForms, PicturesSection } from "./pictures/pictures-section";
import { choiceNames, namedValue } from "./named-value-texts";
import { labelOf, rightOf } from "./field-labels";
import { MoreWords, SearchSection, WordsSection } from "./texts-section";

interface ProductFormProps {
  screen: ProductScreen;
  answer: ProductAnswer | undefined;
}

const KEPT = "You had to sign in again. Nothing has been saved yet; what you typed stands below.";
const FAILED = "It was not saved: the shop did not answer. What you typed is still here; save again, it is saved once.";

/** The fields that the member may change, as they are stored and as they are typed. */
function useProductForm({ screen: { id, form, rights, memberId }, answer }: ProductFormProps) {
  const base = useMemo(
    () => Object.fromEntries(Object.entries(form.base).filter(([name]) => rights.includes(rightOf(name)))),
    [form, rights],
  );
  const typing = useTypedForm({ name: `${memberId} goods/${id}`, base, answer });
  const { typed, given } = typing;
  const changed = Object.keys(base).filter((name) => differ(typed[name], base[name]));
  const changedNames = changed.join("\n");
  const state = useMemo(
    () => ({
      values: { ...form.base, ...given },
      changed: new Set(changedNames.split("\n")),
      errors: Object.fromEntries(wrongIn(answer).map(({ id: name, error }) => [name, error])),
      rights,
    }),
    [form, given, answer, changedNames, rights],
  );
  return { ...typing, base, changed, state };
}

const wrongIn = (answer: ProductAnswer | undefined) => (answer?.result.kind === "wrong" ? answer.result.errors : []);

/** A product as it is edited: its sections beside what is missing, and the bar that saves what has changed. */
export function ProductForm({ screen, answer }: ProductFormProps) {
  const form = useProductForm({ screen, answer });
  const { given, typed, memory, element, onInput, changed, state } = form;
  const arePicturesChanged = useRef(false);
  return (
    <ProductFormContext value={state}>
      <div onInput={onInput}>
        <ErrorSummary message={messageFor(answer, given !== undefined)} errors={wrongIn(answer)} />
        <TypedAgain memory={memory} form={element} onRestored={onInput} />
        <ProductHead screen={screen} isChanged={changed.length > 0} />
        <ReadOnly rights={screen.rights} />
        <div className="split">
          <div>
            <WordsSection />
            {screen.pictures && (
              <PicturesSection
                open={screen.pictures}
                back={`/goods/${screen.id}`}
                onChanged={(isChanged) => (arePicturesChanged.current = isChanged)}
              />
            )}
            <ChoicesSection screen={screen} />
            <MoreWords />
            <SearchSection screen={screen} />
          </div>
          <aside>
            <Missing screen={screen} />
            <PriceSection screen={screen} typed={typed} />
            <StandsSection screen={screen} />
            <Also screen={screen} />
          </aside>
        </div>
      </div>
      {screen.pictures && (
        <PictureForms
          open={screen.pictures}
          back={`/goods/${screen.id}`}
          onSend={() => (arePicturesChanged.current = false)}
        />
      )}
      <SaveForm screen={screen} form={form} isLeft={() => arePicturesChanged.current} />
    </ProductFormContext>
  );
}

/** What the member may do here, where that is not all: fields without their right stand there as text. */
function ReadOnly({ rights }: Pick<ProductScreen, "rights">) {
  if (rights.includes("goods.change")) return null;
  if (rights.includes("goods.words"))
    return <p className="read-only">You may change words and pictures. Prices, sizes and colors take another role.</p>;
  const stock = rights.includes("stock.change") ? " and change its stock" : "";
  return <p className="read-only">{`You may read this${stock}. Changing the rest takes another role.`}</p>;
}

interface SaveFormProps {
  screen: ProductScreen;
  form: ReturnType<typeof useProductForm>;
  /** Whether something else of the page was typed and is not saved. */
  isLeft(): boolean;
}

/** The form that all the fields belong to, and the bar that sends it. Nothing for whom may change none of them. */
function SaveForm({ screen, form, isLeft }: SaveFormProps) {
  const { base, typed, given, changed, element, isChanged, onSubmit, onDiscard } = form;
  const isReady = useHydrated();
  const names = choiceNames(screen);
  const isSaving = useNavigation().formMethod === "POST";
  if (Object.keys(base).length === 0) return null;
  return (
    <Form
      method="post"
      // Without what the address says about an earlier act.
      action={`/goods/${screen.id}`}
      id={FORM}
      className="product-form"
      ref={element}
      noValidate
      preventScrollReset
      onSubmit={onSubmit}
    >
      <LeaveGuard isChanged={() => isChanged() || isLeft()} />
      <input type="hidden" name="submission" value={given?.submission ?? screen.form.submission} />
      <input type="hidden" name="seen" value={given?.seen ?? JSON.stringify(screen.form.seen)} />
      {(changed.length > 0 || !isReady) && (
        <SaveBar
          changes={changed.map((name) => ({
            label: labelOf(name, screen),
            from: short(namedValue(name, base[name], names) ?? base[name]),
            to: short(namedValue(name, typed[name], names) ?? typed[name]),
          }))}
          discard={`/goods/${screen.id}`}
          busy={isSaving}
          onDiscard={onDiscard}
        />
      )}
    </Form>
  );
}

/** Long texts are named, not repeated. */
const short = (text = ""): string => (text.length > 40 || text.includes("\n") ? "" : text);

/** Why the form stands there as it was sent, where no field is to blame. */
function messageFor(answer: ProductAnswer | undefined, isGiven: boolean): string | undefined {
  if (answer?.result.kind === "failed") return FAILED;
  return isGiven && !answer ? KEPT : undefined;
}
