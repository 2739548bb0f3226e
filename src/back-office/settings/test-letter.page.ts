import { type ActionFunctionArgs, redirect } from "react-router";
import { memberOf, servicesOf } from "../context";
import { sendTestLetter } from "./test-letter.server";

/** Sends a test letter to the signed-in member at once. */
export async function action({ context }: ActionFunctionArgs) {
  const outcome = await sendTestLetter(servicesOf(context), memberOf(context));
  return redirect(`/settings/mail?letter=${outcome}`);
}

export const loader = () => redirect("/settings/mail");
