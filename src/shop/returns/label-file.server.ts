import { and, eq, inArray } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { type LabelKind, labelKindOf } from "./return-label-form";
import { returnLabels, returns } from "./returns.tables";

const PURPOSE = "return label";

/** Signed address of a stored label; the return's number alone does not give access. */
const labelAddress = ({ sealer, address }: Pick<Services, "sealer" | "address">, number: string): string =>
  `${address}/return-label/${number}/${sealer.sign(PURPOSE, number)}`;

/**
 * Stores the file of a return's label and returns its address.
 *
 * @throws {Refusal} as `labelKindOf`.
 */
export async function keepLabel(
  services: Pick<Services, "sealer" | "address"> & { db: Transaction },
  number: string,
  file: Buffer,
): Promise<string> {
  const kept = { kind: labelKindOf(file), file };
  await services.db
    .insert(returnLabels)
    .values({ returnNumber: number, ...kept })
    .onConflictDoUpdate({ target: returnLabels.returnNumber, set: kept });
  return labelAddress(services, number);
}

/** File of a label by its signed address; undefined for a wrong signature, and after the return was settled or refused. */
export async function labelFile(
  { db, sealer }: Pick<Services, "db" | "sealer">,
  number: string,
  signature: string,
): Promise<{ kind: LabelKind; file: Buffer } | undefined> {
  if (!sealer.isSigned(PURPOSE, number, signature)) return undefined;
  const [label] = await db
    .select({ kind: returnLabels.kind, file: returnLabels.file })
    .from(returnLabels)
    .innerJoin(returns, eq(returns.number, returnLabels.returnNumber))
    .where(and(eq(returns.number, number), inArray(returns.state, ["started", "received"])));
  return label;
}

/** Deletes the file of a return's label and its address: the file contains personal data and is no longer needed. */
export async function dropLabel(db: Database, number: string): Promise<void> {
  const dropped = await db
    .delete(returnLabels)
    .where(eq(returnLabels.returnNumber, number))
    .returning({ number: returnLabels.returnNumber });
  if (dropped.length > 0) await db.update(returns).set({ labelUrl: "" }).where(eq(returns.number, number));
}
