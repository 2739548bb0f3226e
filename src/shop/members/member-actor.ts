import type { Actor } from "~/shop/actor";
import type { Member } from "./member";

/** A member as the history of an order names who did something. */
export const memberActor = ({ name }: Pick<Member, "name">): Actor => ({ kind: "staff", name });
