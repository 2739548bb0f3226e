/** Honeypot: a hidden field that only bots fill. */
export const HONEYPOT = "leave_empty";
/** Time on the server's clock when the form was rendered, in milliseconds. */
export const SHOWN_AT = "shown_at";
