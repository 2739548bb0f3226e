import { randomUUID } from "node:crypto";
import type { Member, Role } from "~/shop/members/member";

/** Somebody who works in the shop and has just signed in; nobody asks here how. */
export const memberAs = (role: Role, name = "Sam"): Member => ({
  id: randomUUID(),
  name,
  email: `${name.toLowerCase()}@ironmesa.example`,
  role,
  confirmedAt: new Date(),
});
