import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { stateName } from "~/shop/us-states";
import { writtenStates } from "~/shop/tax/states.server";
import { counted, listed } from "../count-words";
import type { Sign } from "../ui/state";
import { ageWords } from "./rates-age";
import { todayOf } from "./tax-screen.server";

/** Maximum number of states that the line names; if there are more, all are only counted. */
const NAMED = 4;

/** Line about sales tax in the list of settings: the states where it is collected, and how many have old rates. */
export async function taxLine(services: Services, member: Member, now: Date): Promise<{ says: string; sign?: Sign }> {
  const ticked = (await writtenStates(services, member)).filter(({ values }) => values.registered);
  if (ticked.length === 0) return { says: "You charge no sales tax anywhere" };
  const names = ticked.map(({ state }) => stateName(state)).toSorted();
  const where = names.length > NAMED ? "" : `: ${listed(names)}`;
  const old = ticked.filter(({ values }) => ageWords(values.day, todayOf(services, now))).length;
  return {
    says: `Collected in ${counted(ticked.length, "state")}${where}${old > 0 ? `. Rates of ${counted(old, "state")} are older than a quarter` : ""}`,
    ...(old > 0 && { sign: "waits" as const }),
  };
}
