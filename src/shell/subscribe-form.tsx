import { useEffect, useId, useState, type ReactNode } from "react";
import { PrefetchPageLinks, useFetcher } from "react-router";
import { fieldErrorsBy, type FormResult } from "~/shop/form";
import { type LetterAnswer, withSlowLetter } from "~/shop/slow-letter";
import { TrapFields } from "~/shop/trap-fields";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { Icon } from "~/ui/icon";
import { useForm } from "~/ui/use-form";

interface SubscribeFormProps {
  texts: { text: string; fieldLabel: string; placeholder: string; button: string; note: string; success: string };
  /** Layout: field and button in a row (footer) or stacked (pop-up). */
  look: "row" | "stack";
  onDone?: () => void;
}

const complaints = fieldErrorsBy(async () => (await import("~/shop/newsletter/subscription")).Subscription);

/** Subscribes without leaving the page. Without script the form is posted to the newsletter's own page. */
export function SubscribeForm({ texts, look, onDone }: SubscribeFormProps) {
  const fetcher = useFetcher<FormResult<LetterAnswer>>();
  const { errors, form } = useForm(complaints, fetcher.data);
  const [isTouched, setTouched] = useState(false);
  const done = fetcher.data?.ok ? fetcher.data.value : undefined;
  const isDone = done !== undefined;
  useEffect(() => {
    if (isDone) onDone?.();
  }, [isDone, onDone]);

  const error = errors.email;
  const refusal = fetcher.data?.ok === false && !error ? fetcher.data.message : undefined;
  const button = (
    <Button type="submit" busy={fetcher.state !== "idle"}>
      {texts.button}
    </Button>
  );
  if (isDone) return <FormMessage kind="success">{withSlowLetter(texts.success, done)}</FormMessage>;
  return (
    <fetcher.Form
      method="post"
      action="/newsletter"
      {...form}
      onFocus={() => setTouched(true)}
      defaultShouldRevalidate={false}
    >
      {/* Prefetches the route's module, which the form needs to be sent, in case the connection drops later. */}
      {isTouched && <PrefetchPageLinks page="/newsletter" />}
      {look === "row" ? (
        <EmailRow texts={texts} error={error} button={button} />
      ) : (
        <>
          <Field {...emailInput(texts)} label={texts.fieldLabel} error={error} />
          {button}
        </>
      )}
      <TrapFields />
      <input type="hidden" name="source" value={look === "row" ? "footer" : "pop-up"} />
      {refusal && <FormMessage kind="error">{refusal}</FormMessage>}
      <p className="field__hint">{texts.note}</p>
    </fetcher.Form>
  );
}

const emailInput = ({ placeholder }: Pick<SubscribeFormProps["texts"], "placeholder">) => ({
  type: "email",
  name: "email",
  placeholder,
  autoComplete: "email",
  required: true,
});

type EmailRowProps = Pick<SubscribeFormProps, "texts"> & { error: string | undefined; button: ReactNode };

/** The field and its button in a row, with the error below. */
function EmailRow({ texts, error, button }: EmailRowProps) {
  const id = useId();
  return (
    <>
      <p className="list__text">{texts.text}</p>
      <div className="join">
        <label className="vh" htmlFor={id}>
          {texts.fieldLabel}
        </label>
        <input
          {...emailInput(texts)}
          id={id}
          className="input"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {button}
      </div>
      {error && (
        <p className="field__msg" id={`${id}-error`}>
          <Icon name="alert" size="small" />
          {error}
        </p>
      )}
    </>
  );
}
