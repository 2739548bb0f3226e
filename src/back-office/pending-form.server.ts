import type { RouterContextProvider } from "react-router";
import { pendingForm } from "~/shop/members/pending-forms.server";
import { isUuid } from "~/shop/is-uuid";
import { addressContext, servicesOf, sessionOf } from "./context";

/** Returns the unsaved values of a page's form that are stored for the member under the id in the address; null without any. */
export async function pendingFormFor(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<Record<string, string> | null> {
  const session = sessionOf(context);
  const id = new URL(request.url).searchParams.get("kept") ?? "";
  if (!session || !isUuid(id)) return null;
  const address = (context.get(addressContext).split("?")[0] ?? "").replace(/\/$/, "");
  const form = await pendingForm(servicesOf(context), { memberId: session.member.id, id, address }, new Date());
  return form?.values ?? null;
}
