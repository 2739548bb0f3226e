/** The honeypot: a field that nobody sees, so that whatever fills it in is a bot. */
export const HONEYPOT = "leave_empty";
/** When the form was shown, in milliseconds by the server's clock. */
export const SHOWN_AT = "shown_at";
