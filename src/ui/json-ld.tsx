/** Structured data inside a page, escaped against ending the script. */
export function JsonLd({ data }: { data: object }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonInMarkup(data) }} />;
}

/** JSON safe inside a script: characters with a meaning to HTML or script parsers are escaped. */
export const jsonInMarkup = (data: object): string =>
  JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
