import type { RecordKind } from "~/shop/audit/record-kind.server";
import { settingRecord } from "~/shop/audit/settings-record.server";
import { stockRecord } from "~/shop/catalog/stock/stock-record.server";

/** Every kind of record that members edit: what the log can take back. */
export const recordKinds: readonly RecordKind[] = [settingRecord, stockRecord];
