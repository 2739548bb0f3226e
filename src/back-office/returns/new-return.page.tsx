import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { z } from "zod";
import { picturesFor } from "~/platform/media.server";
import { formOf } from "~/shop/form";
import { orderNumberIn, shownNumber } from "~/shop/orders/order-number";
import { Refusal } from "~/shop/refusal";
import { fieldOf, reasons } from "~/shop/returns/return";
import { startableOrder, startAsMember } from "~/shop/returns/start-as-member.server";
import { declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { NothingFound } from "../ui/empty";
import { Field, SelectField, Tick } from "../ui/field";
import { useMailWaits } from "../use-mail-waits";
import { usePendingForm } from "../use-pending-form";
import { ReturnedLine } from "./returned-line";
import { StepForm } from "./step-form";

export const meta = () => [{ title: "Start a return | Workshop" }];

/** The order that the address names, with what of it may come back. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const number = orderNumberIn(new URL(request.url).searchParams.get("order") ?? "");
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
        },
      })),
    };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "order-state") throw error;
    return { number, shown: shownNumber(number), round: 0, submission: "", isAutomatic: false, lines: [] };
  }
}

const Sent = z.object({ submission: z.uuid(), round: z.string().max(10) });

export async function action({ context, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const number = orderNumberIn(new URL(request.url).searchParams.get("order") ?? "");
  const values = await formOf(request);
  const sent = Sent.safeParse(values);
  if (!number || !sent.success) throw data(null, { status: 400 });
  const { submission, round } = sent.data;
  const started = { round, values, isHere: values.isHere !== undefined };
  try {
    const back = await startAsMember(services, member, { submission, number }, started);
    return redirect(`/returns/${back}?done=${submission}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "input-invalid") return declined(values, { errors: error.fields });
    if (error.code !== "not-returnable" && error.code !== "order-state") throw error;
    return declined(values, { message: "That much is not left to come back any more. Look again.", status: 409 });
  }
}

/** Starts a return for a shopper: which pieces, and why. */
export default function NewReturn() {
  const { number, shown, round, submission, isAutomatic, lines } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const kept = usePendingForm();
  const waits = useMailWaits();
  const order = `/orders/${number}`;
  if (lines.length === 0)
    return (
      <NothingFound title={`Nothing of ${shown} can come back`} way={<ButtonLink to={order}>See the order</ButtonLink>}>
        It was cancelled or paid back, or all of it is on its way back already.
      </NothingFound>
    );
  const typed = answer?.values ?? kept;
  const errors = answer?.errors ?? {};
  return (
    <StepForm
      title={`Start a return of ${shown}`}
      back={order}
      hidden={{ submission, round }}
      answer={answer}
      labelOf={(field) => fieldWords(field, lines)}
      note={
        isAutomatic
          ? `The shopper gets the instructions by mail, unless the parcel is here already.${waits}`
          : "It waits until somebody approves it, unless the parcel is here already."
      }
      button="Start the return"
    >
      {errors.lines && <p id="lines">{errors.lines}</p>}
      {lines.map(({ position, name, choice, left, reasons: may, variants, plate, fields }) => (
        <ReturnedLine key={position} plate={plate} name={name} choice={choice} note={`${left} may come back`}>
          <LineFields may={may} variants={variants} fields={fields} typed={typed} errors={errors} />
        </ReturnedLine>
      ))}
      <Tick name="isHere" value="yes" defaultChecked={typed.isHere !== undefined}>
        The parcel is here already
      </Tick>
    </StepForm>
  );
}

interface LineFieldsProps {
  may: { id: string; label: string }[];
  variants: string[];
  fields: { quantity: string; reason: string; exchange: string };
  typed: Record<string, string | undefined>;
  errors: Record<string, string>;
}

const LineFields = ({ may, variants, fields, typed, errors }: LineFieldsProps) => (
  <>
    <Field
      id={fields.quantity}
      name={fields.quantity}
      label="Pieces"
      inputMode="numeric"
      defaultValue={typed[fields.quantity] ?? ""}
      {...errorOf(errors, fields.quantity)}
    />
    <SelectField
      id={fields.reason}
      name={fields.reason}
      label="Why"
      defaultValue={typed[fields.reason] ?? ""}
      {...errorOf(errors, fields.reason)}
    >
      <option value="">Choose</option>
      {may.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
    {variants.length > 0 && (
      <SelectField
        id={fields.exchange}
        name={fields.exchange}
        label="Wanted instead"
        labelNote="for an exchange"
        defaultValue={typed[fields.exchange] ?? ""}
        {...errorOf(errors, fields.exchange)}
      >
        <option value="">Nothing</option>
        {variants.map((variant) => (
          <option key={variant} value={variant}>
            {variant}
          </option>
        ))}
      </SelectField>
    )}
  </>
);

const errorOf = (errors: Record<string, string>, field: string) => (errors[field] ? { error: errors[field] } : {});

const FIELDS: Record<string, string> = { quantity: "pieces", reason: "why", exchange: "wanted instead" };

function fieldWords(field: string, lines: { position: number; name: string }[]): string {
  if (field === "lines") return "What comes back";
  const [kind = "", position] = field.split("-");
  return `${lines.find((line) => line.position === Number(position))?.name ?? ""}, ${FIELDS[kind] ?? kind}`;
}
