import { createHash } from "node:crypto";
import { idOfName } from "~/platform/id-of-name.server";

/**
 * The id of a sent form is a UUID in two halves: the first names the form as it was shown, the second what was sent with it. The
 * same form sent twice has one id; sent with other values it has another id with the same first half, by which `once` finds that
 * the form was done before.
 */
const HALF = "xxxxxxxx-xxxx-xxxx".length;

const inHalves = (form: string, values: string): string =>
  `${idOfName(form).slice(0, HALF)}${idOfName(values).slice(HALF)}`;

/** Id of a sent form: `shown` is the id that the form was shown with, `name` the form's name on its page, `sent` its fields. */
export const submissionId = (
  shown: string,
  name: string,
  sent: Iterable<readonly [name: string, value: string]>,
): string => inHalves(`${shown} ${name}`, JSON.stringify([...sent]));

/** Id of one of several acts of a sent form, so that each act of a repeated request is done once. */
export const actId = (submission: string, act: string): string =>
  `${idOfName(`${shownForm(submission)} ${act}`).slice(0, HALF)}${submission.slice(HALF)}`;

/** Half of a sent form's id that names the form as it was shown. */
export const shownForm = (submission: string): string => submission.slice(0, HALF).toLowerCase();

/** Lowest and highest id of a form as it was shown, with whatever values it was sent. */
export const idsOfShown = (submission: string): [lowest: string, highest: string] => {
  const shown = shownForm(submission);
  return [`${shown}-0000-000000000000`, `${shown}-ffff-ffffffffffff`];
};

/** Fields of a form as texts, of a file its name and the digest of its content. */
export async function sentFields(form: FormData): Promise<[name: string, value: string][]> {
  const fields = [...form].filter(([name]) => name !== "submission" && name !== "form");
  return Promise.all(
    fields.map(async ([name, value]): Promise<[string, string]> => {
      if (typeof value === "string") return [name, value];
      const digest = createHash("sha256").update(Buffer.from(await value.arrayBuffer()));
      return [name, `${value.name} ${digest.digest("hex")}`];
    }),
  );
}
