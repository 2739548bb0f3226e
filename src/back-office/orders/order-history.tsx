import { Link } from "react-router";
import { Button } from "../ui/button";
import { Section } from "../ui/section";
import { Timeline } from "../ui/timeline";
import type { OrderDetail } from "./order-detail.server";
import { OrderForm, type PageForm } from "./order-form";

interface Props {
  order: OrderDetail;
  form: PageForm;
  /** A note that was typed and not taken. */
  typed: string;
}

/** What happened to an order, the newest first, notes of members among it. */
export const OrderHistory = ({ order: { history, steps, number }, form, typed }: Props) => (
  <Section title="What happened" note="Notes are seen by members only">
    {steps.note && (
      <OrderForm form={form} intent="note" className="note-form">
        <label>
          <span className="vh">Note</span>
          <textarea
            className="input"
            name="note"
            rows={1}
            maxLength={2000}
            placeholder="Write a note"
            defaultValue={typed}
            key={form.submission}
            required
          />
        </label>
        <Button>Add note</Button>
      </OrderForm>
    )}
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
              <OrderForm form={{ ...form, version: note.version }} intent="away" target={note.id}>
                <button className="link small">Put the note away</button>
              </OrderForm>
            )}
          </>
        ),
      }))}
    />
  </Section>
);
