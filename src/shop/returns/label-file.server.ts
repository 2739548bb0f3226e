import { and, eq, inArray } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { labelLinks } from "~/shop/orders/letter-links.server";
import { type LabelKind, labelKindOf } from "./return-label-form";
import { labelOf, type ReturnLabelState } from "./return-label-state";
import { returnLabels, returns } from "./returns.tables";

/**
 * Stores the file of a return's label and returns its present address.
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
  return labelLinks.address(services, number);
}

/**
 * State of an approved return's label. The stored address of a file of the shop may be of an earlier round, so the present one is
 * given; the address of another site stays.
 */
export async function labelStateOf(
  services: Pick<Services, "db" | "sealer" | "address">,
  row: { number: string; labelUrl: string; answeredAt: Date | null },
): Promise<ReturnLabelState> {
  const label = labelOf(row);
  if (label.state !== "sent") return label;
  const isKept = (await services.db.$count(returnLabels, eq(returnLabels.returnNumber, row.number))) > 0;
  return isKept ? { state: "sent", url: await labelLinks.address(services, row.number) } : label;
}

/** File of a label by its signed address; undefined for an invalid link, and after the return was settled or refused. */
export async function labelFile(
  services: Pick<Services, "db" | "sealer">,
  number: string,
  signature: string,
): Promise<{ kind: LabelKind; file: Buffer } | undefined> {
  if (!(await labelLinks.isValid(services, { id: number, signature }))) return undefined;
  const [label] = await services.db
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
