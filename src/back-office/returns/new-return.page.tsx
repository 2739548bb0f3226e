import { randomUUID } from "node:crypto";
import { useState } from "react";
import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { picturesFor } from "~/platform/media.server";
import { orNotFound } from "~/shop/form";
import { orderNumberIn, shownNumber } from "~/shop/orders/order-number";
import { Refusal } from "~/shop/refusal";
import type { LineToChoose, OfferedChoice } from "~/shop/returns/lines-to-choose";
import { ANOTHER, fieldOf, isAboutSize, withOthers } from "~/shop/returns/exchange-form";
import { reasons } from "~/shop/returns/return-reasons";
import { othersFor, startableOrder, startAsMember } from "~/shop/returns/start-as-member.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { useAsked } from "../forms/use-unsaved";
import type { FormParts } from "../forms/workshop-form";
import { ButtonLink } from "../ui/button";
import { NothingFound } from "../ui/empty";
import { Field, SelectField, Tick } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { useMailWaits } from "../use-mail-waits";
import { ReturnedLine } from "./returned-line";
import { InsteadFields } from "./instead-fields";
import { insteadWords } from "./instead-words";
import { StepForm } from "./step-form";
import { titled } from "../titled";

export const meta = titled("Start a return");

/** Loads the order in the address with the pieces that can be returned. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const { searchParams } = new URL(request.url);
  const number = orderNumberIn(searchParams.get("order") ?? "");
  const isHere = searchParams.get("here") === "yes";
  if (!number) throw data(null, { status: 404 });
  const { returnApproval } = services.settings();
  try {
    const order = await startableOrder(services, member, number);
    const lines = order.lines.filter(({ left }) => left > 0);
    const pictures = await picturesFor(
      services.db,
      lines.flatMap(({ image }) => (image ? [image] : [])),
    );
    return {
      number,
      shown: shownNumber(number),
      round: order.round,
      isHere,
      hasLeft: order.hasLeft,
      submission: randomUUID(),
      isAutomatic: returnApproval === "automatic",
      lines: lines.map(({ image, reasons: may, ...line }) => ({
        ...line,
        plate: pictures.get(image)?.hash ?? null,
        reasons: may.map((reason) => ({ id: reason, label: reasons[reason].label })),
        fields: {
          quantity: fieldOf("quantity", line.position),
          reason: fieldOf("reason", line.position),
          exchange: fieldOf("exchange", line.position),
          other: fieldOf("other", line.position),
          instead: fieldOf("instead", line.position),
        },
      })),
    };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "order-cancelled") throw error;
    return {
      number,
      shown: shownNumber(number),
      round: 0,
      isHere,
      hasLeft: true,
      submission: "",
      isAutomatic: false,
      lines: [],
    };
  }
}

export const action = formAction({
  right: "returns.receive",
  schema: z.object({ round: z.string().max(10), isHere: z.string().optional(), step: z.string().max(10).optional() }),
  async act({ services, member, request, submission, typed: values }, { round, isHere, step }) {
    const number = orNotFound(orderNumberIn(new URL(request.url).searchParams.get("order") ?? ""));
    const wish = withOthers(values);
    const looksFor = Object.keys(wish).filter((name) => /^exchange-\d{1,3}$/.test(name) && wish[name] === ANOTHER);
    const others = async () => othersFor(services, member, number, wish);
    if (step === "look" && looksFor.length > 0) {
      const { others: found, errors } = await others();
      return { asks: found, instead: wish, errors };
    }
    const started = { round, values, isHere: isHere !== undefined };
    try {
      const back = await startAsMember(services, member, { submission, number }, started);
      return { to: `/returns/${back}`, act: submission };
    } catch (error) {
      // Shows the form again with the results of the search for goods, and the errors.
      if (error instanceof Refusal && error.code === "input-invalid" && looksFor.length > 0)
        return { asks: (await others()).others, errors: error.fields as Record<string, string> };
      if (!(error instanceof Refusal) || !LESS_IS_LEFT.has(error.code)) throw error;
      return { late: "That much is not left to come back any more. Look again." };
    }
  },
});

const LESS_IS_LEFT = new Set<string>(["not-returnable", "nothing-left", "order-cancelled"]);

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page with the form that starts a return for a shopper: pieces and reasons. */
export default function NewReturn() {
  const { number, shown, round, isHere, hasLeft, submission, isAutomatic, lines } = useLoaderData<typeof loader>();
  const waits = useMailWaits();
  const found = useAsked<Record<number, OfferedChoice[]>>()?.asks;
  const order = `/orders/${number}`;
  if (lines.length === 0)
    return (
      <>
        <PageHead title="Start a return" back={{ to: order, name: shown }} />
        <NothingFound
          title={`Nothing of ${shown} can come back`}
          way={<ButtonLink to={order}>See the order</ButtonLink>}
        >
          {hasLeft
            ? "It was cancelled or paid back, or all of it is on its way back already."
            : "Nothing of it has left yet. Cancel it, or refund what will not be sent."}
        </NothingFound>
      </>
    );
  return (
    <StepForm
      title={`Start a return of ${shown}`}
      back={order}
      submission={submission}
      hidden={{ round }}
      stored={isHere ? { isHere: "yes" } : {}}
      labels={(field) => insteadWords(field, lines)}
      note={
        isAutomatic
          ? `The shopper gets the instructions by mail, unless the parcel is here already.${waits}`
          : "It waits until somebody approves it, unless the parcel is here already."
      }
      button="Start the return"
    >
      {({ field, tick, error }) => (
        <>
          {error("lines") && <p id="lines">{error("lines")}</p>}
          {lines.map(({ position, name, choice, left, reasons: may, next, variants, plate, fields }) => (
            <ReturnedLine key={position} plate={plate} name={name} choice={choice} note={`${left} may come back`}>
              <LineFields
                may={may}
                next={next}
                variants={variants}
                others={found?.[position] ?? []}
                names={fields}
                field={field}
                of={name}
              />
            </ReturnedLine>
          ))}
          <Tick {...tick("isHere", "yes")}>The parcel is here already</Tick>
        </>
      )}
    </StepForm>
  );
}

interface LineFieldsProps {
  may: { id: string; label: string }[];
  next: LineToChoose["next"];
  variants: OfferedChoice[];
  /** Goods of other products in the results of the search. */
  others: OfferedChoice[];
  names: { quantity: string; reason: string; exchange: string; other: string; instead: string };
  field: FormParts["field"];
  of: string;
}

function LineFields({ may, next, variants, others, names, field, of }: LineFieldsProps) {
  const why = field(names.reason);
  const [reason, setReason] = useState(why.defaultValue ?? "");
  const first = isAboutSize(reason) ? next[reason] : undefined;
  return (
    <>
      <Field {...field(names.quantity)} label="Pieces" inputMode="numeric" />
      <SelectField {...why} label="Why" onChange={(event) => setReason(event.currentTarget.value)}>
        <option value="">Choose</option>
        {may.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      <InsteadFields
        first={first}
        emptyLabel="The money back"
        variants={variants}
        others={others}
        names={names}
        field={field}
        of={of}
      />
    </>
  );
}
