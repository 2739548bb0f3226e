import { useState } from "react";
import { PrefetchPageLinks, useFetcher } from "react-router";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { useForm } from "~/ui/use-form";
import { fieldErrorsBy, type FormResult } from "~/shop/form";
import { type LetterAnswer, SLOW_STOCK_LETTER, withSlowLetter } from "~/shop/slow-letter";
import { requestAddress } from "./request-address";

interface BackInStockFormProps {
  productId: string;
  size: string;
  color: string;
  /** Message that is shown after the request was stored. */
  requested: string | undefined;
}

const check = fieldErrorsBy(async () => (await import("./stock-request")).StockRequest);

/** Form of a sold-out variant: an e-mail address to notify when it is back. */
export function BackInStockForm({ productId, size, color, requested }: BackInStockFormProps) {
  const fetcher = useFetcher<FormResult<LetterAnswer>>();
  const answer = fetcher.data;
  const { errors, form } = useForm(check, answer);
  // Without script this page handles the form; its address names the variant.
  const action = requestAddress(productId, { size, color });
  // The answer keeps the height of the sent form, so that nothing below it moves.
  const [minHeight, setMinHeight] = useState(0);
  if (answer?.ok)
    return (
      <div className="back-in-stock" style={{ minHeight }}>
        <FormMessage kind="success">{withSlowLetter(requested ?? "", answer.value, SLOW_STOCK_LETTER)}</FormMessage>
      </div>
    );
  return (
    <fetcher.Form
      method="post"
      action={action}
      className="back-in-stock"
      {...form}
      onSubmit={(event) => {
        setMinHeight(event.currentTarget.offsetHeight);
        form.onSubmit(event);
      }}
    >
      {/* Prefetches the action's modules, so that sending the form does not have to load them. */}
      <PrefetchPageLinks page={action} />
      <input type="hidden" name="productId" value={productId} />
      <input type="hidden" name="size" value={size} />
      <input type="hidden" name="color" value={color} />
      <Field label="E-mail address" type="email" name="email" autoComplete="email" error={errors.email} />
      <Button type="submit" look="line" busy={fetcher.state !== "idle"}>
        Email me when it is back
      </Button>
      {answer?.ok === false && Object.keys(answer.errors).length === 0 && (
        <FormMessage kind="error">{answer.message}</FormMessage>
      )}
    </fetcher.Form>
  );
}
