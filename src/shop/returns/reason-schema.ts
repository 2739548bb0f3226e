import { z } from "zod";
import { REASONS } from "./return-reasons";

/** Schema of a reason, apart from the reasons themselves, which screens load without it. */
export const ReasonField = z.enum(REASONS, { error: "Please choose a reason." });
