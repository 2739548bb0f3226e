import { type ClipboardEvent, type RefObject, useCallback, useRef, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requireRight } from "~/shop/members/rights.server";
import { carriers } from "~/shop/orders/parcels/carriers";
import { linesAfterPaste } from "~/shop/orders/parcels/pasted-lines";
import { useHydrated } from "~/ui/use-hydrated";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { useAnswer } from "../forms/use-unsaved";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Field, SelectField, TextField } from "../ui/field";
import { Done } from "../ui/done";
import { counted } from "../count-words";
import { openPaste, type PasteCheck, Pasted, pasted } from "./orders-paste.server";
import { PasteLines, PasteStops } from "./orders-paste-lines";
import { chosenAddress, ordersView } from "./orders-view";
import { usePasteCheck } from "./use-paste-check";
import { titled } from "../titled";

export const meta = titled("Paste tracking");

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireRight(servicesOf(context), memberOf(context), "orders.ship");
  const numbers = (new URL(request.url).searchParams.get("numbers") ?? "").split(",");
  const chosen = numbers.filter((number) => /^\d{8}$/.test(number)).slice(0, 200);
  return { form: openPaste(chosen), back: chosenAddress(SENT_FROM, chosen) };
}

export const action = formAction({ right: "orders.ship", schema: Pasted, act: pasted });

export const clientAction = sendForm;

/** The list that leads here, for the way back with the same orders chosen. */
const SENT_FROM = ordersView(new URLSearchParams("ship=left&sort=oldest"));

/** Page to paste lines of order number and tracking number for one carrier; shows the result of each and ships valid ones. */
export default function Paste() {
  const { form, back } = useLoaderData<typeof loader>();
  // Keeps the form as it was opened, with its typed text, when the page's data is reloaded.
  const [{ submission: first, ...stored }] = useState(form);
  const answer = useAnswer();
  const opening = answer?.typed.submission ?? first;
  const live = usePasteCheck(opening);
  // Shows the latest check while typing, or the answer to the form if that came later.
  const check = live.check ?? (answer?.asks as PasteCheck | undefined);
  const element = useRef<HTMLTextAreaElement>(null);
  const isChanged = useCallback(
    () => element.current !== null && element.current.value.trim() !== stored.lines.trim(),
    [stored.lines],
  );
  const isScripted = useHydrated();
  const ready = check?.ready ?? 0;
  return (
    <WorkshopForm
      action="/orders/paste"
      submission={form.submission}
      opening={opening}
      stored={stored}
      labels={{ other: "Its name", lines: "Your lines" }}
      isChanged={isChanged}
      onChange={({ currentTarget }) => live.look(currentTarget)}
      onSubmit={live.stop}
    >
      {({ field, isSending }) => (
        <DialogPage
          title="Paste tracking"
          wide
          foot={
            <>
              <Foot check={check} />
              <ButtonLink to={back}>Cancel</ButtonLink>
              {(!isScripted || ready === 0) && (
                <Button name="intent" value="check">
                  Check the lines
                </Button>
              )}
              {ready > 0 && (
                <Button look="main" fit name="intent" value="ship" busy={isSending}>
                  Ship {counted(ready, "order")}
                </Button>
              )}
            </>
          }
        >
          <input type="hidden" name="checked" value={check?.checked ?? ""} />
          {check?.done && <Done key={check.checked}>{check.done}</Done>}
          {check && <PasteStops lines={check.lines} />}
          <PasteFields field={field} element={element} check={check} />
        </DialogPage>
      )}
    </WorkshopForm>
  );
}

/** Handles pasted text: columns replace lines without tracking numbers; other text is inserted at the cursor. */
function pasteOver(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const field = event.currentTarget;
  const lines = linesAfterPaste(field.value, event.clipboardData.getData("text/plain"));
  if (lines === null) return;
  event.preventDefault();
  field.setRangeText(lines, 0, field.value.length, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

interface PasteFieldsProps {
  field: FormParts["field"];
  element: RefObject<HTMLTextAreaElement | null>;
  check: PasteCheck | undefined;
}

/** Fields for the carrier and the lines, and the results. */
const PasteFields = ({ field, element, check }: PasteFieldsProps) => (
  <>
    <p className="dust paste__how">
      One order a line: its number, then the tracking number. Copy two columns from a spreadsheet, or type them.
    </p>
    <div className="paste__who">
      <SelectField {...field("carrier")} label="Carrier" note="1Z numbers are UPS, whatever stands here.">
        {carriers.map((carrier) => (
          <option key={carrier}>{carrier}</option>
        ))}
        <option value="other">Another</option>
      </SelectField>
      <Field {...field("other")} label="Its name" labelNote="if it is another" maxLength={40} />
    </div>
    <div className="paste">
      <TextField
        {...field("lines")}
        label="Your lines"
        rows={6}
        wrap="off"
        onPaste={pasteOver}
        spellCheck={false}
        ref={element}
      />
      {check && check.lines.length > 0 && <PasteLines lines={check.lines} isBeside={check.done === ""} />}
    </div>
  </>
);

function Foot({ check }: { check: PasteCheck | undefined }) {
  if (!check) return <p className="dust">Nothing has been sent yet. Pasting a line twice ships it once.</p>;
  const wrong = check.lines.filter(({ sign }) => sign === "wrong").map(({ line }) => line);
  const doubted = check.lines.filter(({ warning }) => warning !== "").map(({ line }) => line);
  const { ready, letters } = check;
  return (
    <p role="status">
      <b>{ready === 0 ? "Nothing to ship." : `${counted(ready, "order ships", "orders ship")}, ${letters}.`}</b>{" "}
      <span className="dust">
        {doubted.length > 0 && `Look at ${doubted.length === 1 ? "line" : "lines"} ${doubted.join(", ")} again. `}
        {wrong.length > 0 &&
          `${wrong.length === 1 ? "Line" : "Lines"} ${wrong.join(", ")} ${wrong.length === 1 ? "stays" : "stay"} here. `}
        Pasting a line twice ships it once.
      </span>
    </p>
  );
}
