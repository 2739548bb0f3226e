/** Matches an address with a host, up to the next space, quote or bracket. */
const ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'`<>]+/gi;
/** Matches the beginning of an address up to its host, with the password. */
const BEFORE_HOST = /^([a-z][a-z\d+.-]*:\/\/[^:@/?#]*):[^/?#]*@/i;
/** Matches this beginning in a text that is no valid address, because its password has characters that have to be encoded. */
const BEFORE_LAST_AT = /^([a-z][a-z\d+.-]*:\/\/[^:@/?#]*):.*@/i;

/** Returns an address without its passwords, as people, logs and lists of processes may see it. */
export function shownAddress(address: string): string {
  const url = URL.parse(address);
  const secret = [...(url?.searchParams.keys() ?? [])].filter(isPassword);
  for (const name of secret) url?.searchParams.delete(name);
  const shown = url && secret.length > 0 ? url.href : address;
  return shown.replace(url ? BEFORE_HOST : BEFORE_LAST_AT, "$1@");
}

/** Password of a database's address, before its host or among its parameters; undefined if it has none. */
export function passwordIn(address: string): string | undefined {
  const { password, searchParams } = new URL(address);
  return decodeURIComponent(password) || (searchParams.get("password") ?? undefined);
}

/** Replaces every address in a text by its shown form. */
export const withoutPasswords = (text: string): string => text.replace(ADDRESS, shownAddress);

/** Whether a parameter of a database's address is a password, such as `password` and `sslpassword`. */
const isPassword = (name: string): boolean => /pass(word|phrase)/i.test(name);
