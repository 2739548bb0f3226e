/** Maximum length in characters of a compound that is kept on one line; longer ones may break on a phone. */
const LONGEST = 14;

/** A name whose hyphenated compounds ("Open-Face") stay on one line. */
export const Unbroken = ({ children }: { children: string }) =>
  children.split(/((?<!\S)\S+-\S+)/).map((part, i) =>
    i % 2 === 1 && part.length <= LONGEST ? (
      <span className="unbroken" key={part}>
        {part}
      </span>
    ) : (
      part
    ),
  );
