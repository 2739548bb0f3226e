/** Structured data inside a page. Nothing in it can end the script or be read as markup. */
export function JsonLd({ data }: { data: object }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonInMarkup(data) }} />;
}

/** JSON that is safe inside a script: the characters that mean something to a parser of HTML or scripts are escaped. */
export const jsonInMarkup = (data: object): string =>
  JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
