import type { RecordKind } from "~/shop/audit/record-kind.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import { importRecord } from "~/shop/imports/import-record.server";
import { settingRecord } from "~/shop/audit/settings-record.server";

/** Every kind of record that members edit: what the log can take back. */
export const recordKinds: readonly RecordKind[] = [settingRecord, productRecord, variantRecord, importRecord];
