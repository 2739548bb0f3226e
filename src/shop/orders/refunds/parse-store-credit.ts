import { ShortText } from "~/shop/form-submission";
import { CREDIT } from "./store-credit";

/** Most letters of the words about what the shopper agreed to. */
const MOST = 300;

const AgreedWords = ShortText("Write what the shopper agreed to, and how: by phone, in a message.", MOST);

/** Store credit of a form: nothing without the tick; else the member's words, or the message beside their field. */
export function agreedIn(values: Record<string, string | undefined>): { agreed?: string; wrong?: string } {
  if (values[CREDIT.tick] !== "yes") return {};
  const { data, error } = AgreedWords.safeParse(values[CREDIT.words] ?? "");
  return error ? { wrong: error.issues[0]?.message ?? "" } : { agreed: data };
}
