import { type ClipboardEvent, useCallback, useRef, useState } from "react";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useFetcher,
  useLoaderData,
  useNavigation,
} from "react-router";
import { formOf } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { carriers } from "~/shop/orders/parcels/carriers";
import { linesAfterPaste } from "~/shop/orders/parcels/pasted-lines";
import { useHydrated } from "~/ui/use-hydrated";
import { memberOf, servicesOf } from "../context";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Field, SelectField, TextField } from "../ui/field";
import { Done } from "../ui/done";
import { PendingFormNotice } from "../ui/pending-form-notice";
import { LeaveGuard } from "../ui/leave-guard";
import { Notice } from "../ui/notice";
import { usePendingForm } from "../use-pending-form";
import { counted } from "../count-texts";
import { openPaste, type PasteAnswer, type PasteForm, pasted } from "./orders-paste.server";
import { PasteLines } from "./orders-paste-lines";

export const meta = () => [{ title: "Paste tracking | Workshop" }];

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireRight(servicesOf(context), memberOf(context), "orders.ship");
  const numbers = (new URL(request.url).searchParams.get("numbers") ?? "").split(",");
  return { form: openPaste(numbers.filter((number) => /^\d{8}$/.test(number)).slice(0, 200)) };
}

/** Checks what was pasted, or ships it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const result = await pasted(servicesOf(context), memberOf(context), await formOf(request));
  return "to" in result ? redirect(result.to) : data(result, { status: result.status });
}

/** How long after the last letter the lines are checked, in milliseconds. */
const PAUSE = 400;

/** The pasted text, checked while it is typed; without script it is checked by a button. */
function usePaste() {
  // Typed text belongs to the form as it was opened, also while the page is loaded again behind it.
  const { form: loaded } = useLoaderData<typeof loader>();
  const [opened] = useState(loaded);
  const sent = useActionData<typeof action>() as PasteAnswer | undefined;
  const fetcher = useFetcher<PasteAnswer>();
  const element = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isShipping = useRef(false);
  const checked = fetcher.data;
  // The last check counts, unless the whole page was answered since.
  const answer = checked && checked.form.submission === (sent?.form ?? opened).submission ? checked : sent;
  const { submit } = fetcher;
  const check = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!element.current) return;
      const fields = new FormData(element.current);
      fields.set("intent", "typed");
      void submit(fields, { method: "post", action: "/orders/paste" });
    }, PAUSE);
  };
  const isChanged = useCallback(
    () => !isShipping.current && element.current?.lines.value.trim() !== opened.lines.trim(),
    [opened.lines],
  );
  return {
    element,
    form: sent?.form ?? opened,
    answer,
    check,
    isChanged,
    onSubmit() {
      clearTimeout(timer.current);
      isShipping.current = true;
    },
  };
}

/** Lines of "number, tracking" under a carrier, each answered beside it; those that are right ship. */
export default function Paste() {
  const { element, form, answer, check, isChanged, onSubmit } = usePaste();
  const isScripted = useHydrated();
  const isBusy = useNavigation().state === "submitting";
  const ready = answer?.ready ?? 0;
  const ship = (
    <Button look="main" fit name="intent" value="ship" busy={isBusy}>
      {ready === 0 ? "Ship" : `Ship ${counted(ready, "order")}`}
    </Button>
  );
  return (
    <Form method="post" action="/orders/paste" ref={element} onChange={check} onSubmit={onSubmit}>
      <LeaveGuard isChanged={isChanged} />
      <input type="hidden" name="submission" value={form.submission} />
      <input type="hidden" name="checked" value={answer?.checked ?? ""} />
      <DialogPage
        title="Paste tracking"
        wide
        foot={
          <>
            <Foot answer={answer} />
            <ButtonLink to="/orders?ship=left&sort=oldest">Cancel</ButtonLink>
            {(!isScripted || ready === 0) && (
              <Button name="intent" value="check">
                Check the lines
              </Button>
            )}
            {ready > 0 && ship}
          </>
        }
      >
        <PasteFields form={form} answer={answer} />
      </DialogPage>
    </Form>
  );
}

/** Puts pasted columns in place of the lines that have no tracking number yet; anything else is pasted where the cursor is. */
function pasteOver(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const field = event.currentTarget;
  const lines = linesAfterPaste(field.value, event.clipboardData.getData("text/plain"));
  if (lines === null) return;
  event.preventDefault();
  field.setRangeText(lines, 0, field.value.length, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The carrier, the lines, and what is said about each. */
function PasteFields({ form, answer }: { form: PasteForm; answer: PasteAnswer | undefined }) {
  const kept = usePendingForm();
  return (
    <>
      {answer?.title &&
        (answer.isDone ? (
          <Done key={answer.checked}>{answer.title}</Done>
        ) : (
          <Notice title={answer.title} isAnswer key={answer.checked} />
        ))}
      <PendingFormNotice kept={kept} />
      <p className="dust paste__how">
        One order a line: its number, then the tracking number. Copy two columns from a spreadsheet, or type them.
      </p>
      <div className="paste__who">
        <SelectField
          label="Carrier"
          name="carrier"
          defaultValue={kept.carrier ?? form.carrier}
          note="1Z numbers are UPS, whatever stands here."
        >
          {carriers.map((carrier) => (
            <option key={carrier}>{carrier}</option>
          ))}
          <option value="other">Another</option>
        </SelectField>
        <Field
          label="Its name"
          labelNote="if it is another"
          name="other"
          maxLength={40}
          defaultValue={kept.other ?? form.other}
          {...(answer?.errors.carrier && { error: answer.errors.carrier })}
        />
      </div>
      <div className="paste" key={form.submission + form.lines}>
        <TextField
          label="Your lines"
          name="lines"
          rows={6}
          wrap="off"
          onPaste={pasteOver}
          spellCheck={false}
          defaultValue={kept.lines ?? form.lines}
        />
        {answer && answer.lines.length > 0 && <PasteLines lines={answer.lines} />}
      </div>
    </>
  );
}

function Foot({ answer }: { answer: PasteAnswer | undefined }) {
  if (!answer) return <p className="dust">Nothing has been sent yet. Pasting a line twice ships it once.</p>;
  const wrong = answer.lines.filter(({ sign }) => sign === "wrong").map(({ line }) => line);
  const doubted = answer.lines.filter(({ warning }) => warning !== "").map(({ line }) => line);
  const { ready, letters } = answer;
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
