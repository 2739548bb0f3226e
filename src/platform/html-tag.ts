/** HTML tags in a text; attributes may contain ">", as `sizes` of pictures do. */
export const HTML_TAG = /<(?:"[^"]*"|'[^']*'|[^'"<>])*>/g;
