/** Name of the honeypot: a hidden form field that only bots fill in. */
export const HONEYPOT = "leave_empty";
/** Name of the form field with the server's time of rendering the form, in milliseconds since 1970. */
export const SHOWN_AT = "shown_at";
