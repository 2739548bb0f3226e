import type { ActionFunctionArgs } from "react-router";
import { z } from "zod";
import type { Services } from "~/services";
import { formOf } from "~/shop/form";
import { servicesOf } from "../context";
import { answerTo, type FormOutcome } from "./form-outcome.server";

/** A form of a sign-in page, where nobody may be signed in yet. */
export interface DoorForm extends Pick<ActionFunctionArgs, "context" | "request"> {
  services: Services;
  /** All sent fields as text. */
  typed: Record<string, string>;
}

interface DoorSpec<S extends z.ZodType> {
  schema: S;
  act(sent: DoorForm, fields: z.output<S>): Promise<FormOutcome>;
}

/** A text that the room validates itself. */
export const DoorText = z.string().default("");

/** The `action` of a page at the door with one form. */
export const doorAction =
  <S extends z.ZodType>({ schema, act }: DoorSpec<S>) =>
  async ({ context, request }: ActionFunctionArgs) => {
    const typed = await formOf(request);
    const sent = { context, request, services: servicesOf(context), typed };
    return answerTo({ request, typed }, schema, (fields) => act(sent, fields));
  };

/** The `action` of a page at the door with a form and a second one, which is sent with its name as `form`. */
export const doorActions =
  <First extends z.ZodType, Second extends z.ZodType>(
    first: DoorSpec<First>,
    second: DoorSpec<Second> & { name: string },
  ) =>
  async (args: ActionFunctionArgs) => {
    const { form } = await formOf(args.request.clone() as Request);
    return form === second.name ? doorAction(second)(args) : doorAction(first)(args);
  };
