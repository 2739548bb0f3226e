import type { RecordKind } from "~/shop/audit/record-kind.server";
import { orderAddressRecord, orderNoteRecord } from "~/shop/orders/order-records.server";
import { settingRecord } from "~/shop/audit/settings-record.server";

/** Every kind of record that members edit: what the log can take back. */
export const recordKinds: readonly RecordKind[] = [settingRecord, orderAddressRecord, orderNoteRecord];
