/** What a member is told by mail, so that a stranger's act does not stay unnoticed. */
export type Notice = "email" | "passphrase" | "factor" | "renewal" | "recovered" | "role";
