import { useMemo } from "react";
import { Form, useNavigation } from "react-router";
import { useHydrated } from "~/ui/use-hydrated";
import { useTypedForm } from "../use-typed-form";
import { differ } from "../ui/differ";
import { LeaveGuard } from "../ui/leave-guard";
import { ErrorSummary } from "../ui/notice";
import { SaveBar } from "../ui/save-bar";
import { TypedAgain } from "../ui/typed-again";
import { Also } from "./also";
import { ChoicesSection } from "./choices-section";
import { Missing } from "./missing";
import { PriceSection, StandsSection } from "./price-section";
import { FORM, ProductFormContext } from "./product-fields-context";
import { ProductHead } from "./product-head";
import type { ProductAnswer } from "./product.page";
import type { ProductScreen } from "./product-screen.server";
import { ProductPictures } from "./product-pictures";
import { labelOf, rightOf } from "./parse-product";
import { MoreWords, SearchSection, WordsSection } from "./words-section";

interface ProductFormProps {
  screen: ProductScreen;
  answer: ProductAnswer | undefined;
}

const KEPT = "You had to sign in again. Nothing has been saved yet; what you typed stands below.";
const FAILED = "It was not saved: the shop did not answer. What you typed is still here; save again, it is saved once.";

/** A product as it is edited: its sections beside what is missing, and the bar that saves what has changed. */
export function ProductForm({ screen, answer }: ProductFormProps) {
  const { id, form, rights, memberId } = screen;
  const base = useMemo(
    () => Object.fromEntries(Object.entries(form.base).filter(([name]) => rights.includes(rightOf(name)))),
    [form, rights],
  );
  const { element, given, typed, memory, isChanged, onInput, onSubmit, onDiscard } = useTypedForm({
    name: `${memberId} goods/${id}`,
    base,
    answer,
  });
  const isReady = useHydrated();
  const isSaving = useNavigation().formMethod === "POST";
  const changed = Object.keys(base).filter((name) => differ(typed[name], base[name]));
  const wrong = answer?.result.kind === "wrong" ? answer.result.errors : [];
  const changedNames = changed.join("\n");
  const state = useMemo(
    () => ({
      values: { ...form.base, ...given },
      changed: new Set(changedNames.split("\n")),
      errors: Object.fromEntries(wrong.map(({ id: name, error }) => [name, error])),
      rights,
    }),
    // What is typed changes only which fields are marked.
    // oxlint-disable-next-line react/exhaustive-deps
    [form, given, answer, changedNames, rights],
  );
  const mayChange = Object.keys(base).length > 0;
  return (
    <ProductFormContext value={state}>
      <div onInput={onInput}>
        <ErrorSummary message={messageFor(answer, given !== undefined)} errors={wrong} />
        <TypedAgain memory={memory} form={element} onRestored={onInput} />
        <ProductHead screen={screen} isChanged={changed.length > 0} />
        <div className="split">
          <div>
            <WordsSection />
            <ProductPictures screen={screen} />
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
      {mayChange && (
        <Form
          method="post"
          // Without what the address says about an earlier act.
          action={`/goods/${id}`}
          id={FORM}
          className="product-form"
          ref={element}
          noValidate
          preventScrollReset
          onSubmit={onSubmit}
        >
          <LeaveGuard isChanged={isChanged} />
          <input type="hidden" name="submission" value={given?.submission ?? form.submission} />
          <input type="hidden" name="seen" value={given?.seen ?? JSON.stringify(form.seen)} />
          {(changed.length > 0 || !isReady) && (
            <SaveBar
              changes={changed.map((name) => ({
                label: labelOf(name, screen),
                from: short(base[name]),
                to: short(typed[name]),
              }))}
              discard={`/goods/${id}`}
              busy={isSaving}
              onDiscard={onDiscard}
            />
          )}
        </Form>
      )}
    </ProductFormContext>
  );
}

/** Long texts are named, not repeated. */
const short = (text = ""): string => (text.length > 40 || text.includes("\n") ? "" : text);

/** Why the form stands there as it was sent, where no field is to blame. */
function messageFor(answer: ProductAnswer | undefined, isGiven: boolean): string | undefined {
  if (answer?.result.kind === "failed") return FAILED;
  return isGiven && !answer ? KEPT : undefined;
}
