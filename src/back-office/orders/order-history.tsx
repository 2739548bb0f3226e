import { Link } from "react-router";
import { Button } from "../ui/button";
import { Section } from "../ui/section";
import { Timeline } from "../ui/timeline";
import type { OrderDetail } from "./order-detail.server";
import { OrderForm, type PageForm, sendsStep } from "./order-form";

interface Props {
  order: OrderDetail;
  form: PageForm;
}

/** History of an order with members' notes, newest first. */
export const OrderHistory = ({ order: { history, steps, number }, form }: Props) => (
  <Section title="What happened" note="Notes are seen by members only">
    <OrderForm {...form} {...(steps.note && { className: "note-form" })}>
      {({ value }) =>
        steps.note && (
          <>
            <label>
              <span className="vh">Note</span>
              <textarea
                className="input"
                name="note"
                rows={1}
                maxLength={2000}
                placeholder="Write a note"
                defaultValue={value("note")}
                required
              />
            </label>
            <Button {...sendsStep("note")}>Add note</Button>
          </>
        )
      }
    </OrderForm>
    <Timeline
      entries={history.map(({ id, at, iso, text, note, who, letter }) => ({
        id,
        at,
        iso,
        who,
        isNote: note !== null,
        what: (
          <>
            {text}{" "}
            {letter !== null && (
              <Link className="link" to={`/orders/${number}/letters/${letter}`} preventScrollReset>
                Read or send again
              </Link>
            )}
            {note && <p>{note.text}</p>}
            {note && steps.note && (
              <button className="link small" {...sendsStep("away", note)}>
                Put the note away
              </button>
            )}
          </>
        ),
      }))}
    />
  </Section>
);
