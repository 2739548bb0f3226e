import type { ActionFunctionArgs } from "react-router";
import { z } from "zod";
import type { Services } from "~/services";
import { formOf } from "~/shop/form";
import { servicesOf } from "../context";
import { answerTo, type FormOutcome } from "./form-outcome.server";

/** A sent form of a sign-in page, which needs no signed-in member. */
export interface DoorForm extends Pick<ActionFunctionArgs, "context" | "request"> {
  services: Services;
  /** All sent fields as text. */
  typed: Record<string, string>;
}

interface DoorSpec<S extends z.ZodType> {
  schema: S;
  act(sent: DoorForm, fields: z.output<S>): Promise<FormOutcome>;
}

/** Schema of a text field that the room of the shop validates. */
export const DoorText = z.string().default("");

/** Returns the `action` of a sign-in page with one form. */
export const doorAction =
  <S extends z.ZodType>({ schema, act }: DoorSpec<S>) =>
  async ({ context, request }: ActionFunctionArgs) => {
    const typed = await formOf(request);
    const sent = { context, request, services: servicesOf(context), typed };
    return answerTo({ request, typed }, schema, (fields) => act(sent, fields));
  };

/** Returns the `action` of a sign-in page with two forms; the second form sends its name in the field `form`. */
export const doorActions =
  <First extends z.ZodType, Second extends z.ZodType>(
    first: DoorSpec<First>,
    second: DoorSpec<Second> & { name: string },
  ) =>
  async (args: ActionFunctionArgs) => {
    const { form } = await formOf(args.request.clone() as Request);
    return form === second.name ? doorAction(second)(args) : doorAction(first)(args);
  };
