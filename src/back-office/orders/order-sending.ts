import { data } from "react-router";
import type { Declined } from "../form-answers";

interface ClientAction {
  request: Request;
  serverAction(): Promise<unknown>;
}

const UNREACHED =
  "It was not saved: the shop could not be reached. What you typed is still here; send it again, it is done once.";

/** Sends a form about an order; where the shop cannot be reached the page stays as it is, with what was typed. */
export async function sendOrderForm({ request, serverAction }: ClientAction) {
  const typed = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || (error as { status?: number }).status) throw error;
    const values = Object.fromEntries([...(await typed.formData())].map(([name, value]) => [name, String(value)]));
    return data<Declined>({ values, errors: {}, message: UNREACHED }, { status: 503 });
  }
}
