/** Error for a backup that cannot be restored; its message is for the operator. */
export class UnusableBackup extends Error {
  override readonly name = "UnusableBackup";
}

/** Reasons why a backup cannot be restored, or why its restore test failed. */
export const unusable = {
  unopened: (file: string, code: string | undefined) => `${file} cannot be read: ${code}`,
  unread: (code: string | undefined) => `A file of it cannot be read: ${code}.`,
  noBackup: (file: string) => `${file} is no backup of this shop, or of another version of its program.`,
  encrypted: (file: string) => `${file} is encrypted: give its passphrase in BACKUP_PASSPHRASE.`,
  unencrypted: (file: string) =>
    `${file} is not encrypted, although BACKUP_PASSPHRASE is set: anybody could have written it. If you know that it is yours, restore it with --unencrypted.`,
  wrongPassphrase: (file: string) => `${file} does not open: its passphrase is another one, or it is damaged.`,
  damagedHead: (file: string) => `${file} is damaged in its first lines.`,
  damagedOrCutOff: (file: string) => `${file} is damaged or cut off.`,
  cutOff: (file: string) => `${file} is cut off.`,
  damaged: (file: string) => `${file} is damaged.`,
  damagedBy: (file: string, reason: string) => `${file} is damaged: ${reason}`,
  otherRows: (file: string) => `${file} is damaged: its rows are not those of its manifest.`,
  newer: (file: string) => `${file} was made by a newer version of the program: install that first.`,
  otherForm: () => "The backup is of another form: another version of the program made it.",
  goesOn: () => "The backup goes on after its end.",
  endsEarly: () => "The backup ends before its end.",
  otherCount: (table: string, loaded: number | undefined, rows: number) =>
    `Of ${table} ${loaded} rows were loaded instead of ${rows}.`,
  refused: (reasons: string) => `The database refuses what is in it: ${reasons}.`,
  picturesMissing: (count: number) =>
    `${count} ${count === 1 ? "picture does" : "pictures do"} not lie beside the backup.`,
  otherSum: (table: string, returned: string, sum: string) =>
    `Of ${table} the database returned ${returned} instead of ${sum}.`,
  unreadOrder: (number: string, reason: string) => `The order ${number} cannot be read: ${reason}`,
  otherValue: (number: string) => `The lines of the order ${number} do not add up to its value.`,
};
