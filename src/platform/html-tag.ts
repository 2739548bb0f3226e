/** Matches HTML tags in a text. Attributes may contain ">", as in `sizes` of pictures. */
export const HTML_TAG = /<(?:"[^"]*"|'[^']*'|[^'"<>])*>/g;
