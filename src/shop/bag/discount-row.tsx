import { useRef, useState, type FormEvent } from "react";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { attempt } from "~/shop/form";
import { codeComplaint, codeIn } from "~/shop/discounts/code";
import { checkDiscount } from "~/shop/discounts/discounts.client";
import { limits } from "~/shop/limits";
import type { Cents } from "~/shop/money";
import { productsInBag } from "./bag-store";
import { notCountedWords } from "./code-status";
import { discountStore } from "./discount-store";
import { keyOfAttempt, useCode } from "./use-code";

const focused = (field: HTMLInputElement | null) => field?.focus();

interface DiscountRowProps {
  orderValue: Cents;
  /** Words about a code that was taken off when the bag was opened. */
  lostCode?: string | undefined;
}

/** Row of the totals for a discount code: asks for a code, has the server check it, and shows the accepted one. */
export function DiscountRow({ orderValue, lostCode }: DiscountRowProps) {
  const { discount, message } = useCode();
  const told = message ? notCountedWords(message) : discount ? undefined : lostCode;
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const remove = () => discountStore.change(() => null);
  const close = () => {
    setOpen(false);
    toggle.current?.focus();
  };
  return (
    <div className="disc">
      <div className="disc__row">
        <span>DISCOUNTS</span>
        <span className="disc__code">
          {discount?.code}
          <button
            type="button"
            ref={toggle}
            aria-label={discount ? `Remove the code ${discount.code}` : undefined}
            aria-expanded={discount ? undefined : isOpen}
            onClick={discount ? remove : () => setOpen(!isOpen)}
          >
            {discount ? "REMOVE" : "ADD"}
          </button>
        </span>
      </div>
      <div role="status">{told && <p className="disc__words">{told}</p>}</div>
      {isOpen && !discount && <CodeForm orderValue={orderValue} onAccept={close} />}
    </div>
  );
}

/** Form for a code; an accepted one is stored. */
function CodeForm({ orderValue, onAccept }: DiscountRowProps & { onAccept: () => void }) {
  const { email } = useCode();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = codeIn(String(new FormData(event.currentTarget).get("code")));
    const complaint = codeComplaint(code);
    if (complaint) return setError(complaint);

    setBusy(true);
    setError(undefined);
    const asked = { orderValue, products: productsInBag() };
    const accepted = await attempt(
      () => checkDiscount(code, { ...asked, email: email ?? undefined, draftKey: keyOfAttempt() }),
      setError,
    ).finally(() => setBusy(false));
    if (!accepted) return;
    discountStore.change(() => accepted);
    onAccept();
  };
  return (
    <form className="disc__form" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label="Discount code"
        name="code"
        error={error}
        ref={focused}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={limits.text.name}
        onChange={() => setError(undefined)}
      />
      <Button type="submit" busy={isBusy}>
        Apply
      </Button>
      {/* The field keeps the focus, so that its complaint is announced. */}
      <p className="vh" role="status">
        {error}
      </p>
    </form>
  );
}
