import type { RecordKind } from "~/shop/audit/record-kind.server";
import { settingRecord } from "~/shop/audit/settings-record.server";
import { picturesRecord, pictureWordsRecord } from "~/shop/catalog/pictures/pictures-record.server";

/** Every kind of record that members edit: what the log can take back. */
export const recordKinds: readonly RecordKind[] = [settingRecord, picturesRecord, pictureWordsRecord];
