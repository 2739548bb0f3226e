/** Script element with structured data, escaped so that the data cannot end the script. */
export function JsonLd({ data }: { data: object }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonInMarkup(data) }} />;
}

/** Serializes JSON for use inside a script element: escapes characters with a meaning in HTML or JavaScript. */
export const jsonInMarkup = (data: object): string =>
  JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
