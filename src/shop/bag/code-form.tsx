import { useState, type FormEvent } from "react";
import { limits } from "~/shop/limits";
import type { Cents } from "~/shop/money";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { takeTyped } from "./typed-code";
import { useCode } from "./use-code";

const focused = (field: HTMLInputElement | null) => field?.focus();

interface CodeFormProps {
  orderValue: Cents;
  onAccept: () => void;
}

/** Form for a discount code or a gift card; an accepted one is kept. What was typed stays where it is refused. */
export function CodeForm({ orderValue, onAccept }: CodeFormProps) {
  const { email } = useCode();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const typed = String(new FormData(event.currentTarget).get("code"));
    setBusy(true);
    setError(undefined);
    const complaint = await takeTyped(typed, { orderValue, email });
    setBusy(false);
    if (complaint) return setError(complaint);
    onAccept();
  };
  return (
    <form className="disc__form" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label="Code or gift card"
        name="code"
        error={error}
        ref={focused}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
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
