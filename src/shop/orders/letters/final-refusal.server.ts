/** Words of a mail server's refusal that no repetition changes (RFC 5321, codes from 500 on); undefined for any other error. */
export function finalRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("responseCode" in error)) return undefined;
  const code = Number(error.responseCode);
  // A login that is refused is the shop's fault, not the letter's.
  const isOfLetter = code >= 550 && code < 560 && !("code" in error && error.code === "EAUTH");
  return isOfLetter ? error.message.slice(0, 300) : undefined;
}
