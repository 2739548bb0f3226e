import type { RecordKind } from "~/shop/audit/record-kind.server";
import { savedViewRecord } from "~/shop/audit/saved-views.server";
import { settingRecord } from "~/shop/audit/settings-record.server";

/** Every kind of record that members edit: what the log can take back. */
export const recordKinds: readonly RecordKind[] = [settingRecord, savedViewRecord];
