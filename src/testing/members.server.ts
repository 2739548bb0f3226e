import { randomUUID } from "node:crypto";
import type { Member, Role } from "~/shop/members/member";

/** A member who has just signed in; created directly, without the sign-in pages. */
export const memberAs = (role: Role, name = "Sam"): Member => ({
  id: randomUUID(),
  name,
  email: `${name.toLowerCase()}@ironmesa.example`,
  role,
  confirmedAt: new Date(),
});
