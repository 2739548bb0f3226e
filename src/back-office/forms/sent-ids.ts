/** Ids of forms that were answered in this window, each with the id of the form that followed. */
const followers = new Map<string, string>();

/** A random UUID. Unlike `crypto.randomUUID`, this also works without https, as in a local network. */
export function newSubmission(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Notes that the answer to a form has arrived: its id is never sent again from this window. */
export function noteAnswered(submission: string | undefined): void {
  if (submission && !followers.has(submission)) followers.set(submission, newSubmission());
}

/**
 * Id with which a form is sent: the one that it was shown with, or after an answer a new one, whatever the page shows. A form
 * whose answer was lost keeps its id, so that it is done once however often it is sent.
 */
export function unsentId(shown: string): string {
  const follower = followers.get(shown);
  return follower === undefined ? shown : unsentId(follower);
}
