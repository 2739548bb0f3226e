import type { Actor } from "~/shop/actor";
import type { Member } from "./member";

/** A member as histories name who did something: by the id, which stays when the name changes. */
export const actorOf = ({ id }: Pick<Member, "id">): Actor => ({ kind: "staff", name: id });
