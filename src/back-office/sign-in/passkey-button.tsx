import { type ReactNode, useState } from "react";
import { useSubmit } from "react-router";
import { useHydrated } from "~/ui/use-hydrated";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";

interface PasskeyButtonProps {
  /** Function that asks the browser for a passkey: `askPasskey` or `makePasskey` of `passkey.ts`. */
  ask(): Promise<{ response: string } | { words: string }>;
  /** Form fields sent together with the passkey's answer. */
  fields: Record<string, string>;
  look?: "main" | "line";
  /** Whether the button is as wide as its column. */
  wide?: boolean;
  children: ReactNode;
}

/** Button that asks the browser for a passkey and submits its answer to the page. */
export function PasskeyButton({ ask, fields, look = "main", wide = true, children }: PasskeyButtonProps) {
  const submit = useSubmit();
  const isReady = useHydrated();
  const [isBusy, setBusy] = useState(false);
  const [words, setWords] = useState("");
  const click = async () => {
    setBusy(true);
    setWords("");
    const answer = await ask();
    if ("words" in answer) setWords(answer.words);
    else await submit({ ...fields, form: "passkey", response: answer.response }, { method: "post" });
    setBusy(false);
  };
  return (
    <>
      <Button type="button" look={look} wide={wide} busy={isBusy || !isReady} onClick={() => void click()}>
        <Icon name="key" />
        {children}
      </Button>
      <p className="field__note" role="status">
        {words}
      </p>
      <noscript>
        <p className="field__note">Passkeys need JavaScript. A password and a code do not.</p>
      </noscript>
    </>
  );
}
