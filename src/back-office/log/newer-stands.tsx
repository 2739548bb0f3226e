import { Form } from "react-router";
import { fieldKey, type Keep, type Stale } from "~/shop/audit/saving";
import { Button, ButtonLink } from "../ui/button";
import { Choice } from "../ui/field";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { changeWords } from "./change-words";

/** A field whose change lies under a newer one. */
interface Newer {
  key: string;
  what: string;
  /** What stood before the change, and what stands now. */
  before: string;
  now: string;
}

interface NewerForm {
  fields: Newer[];
  versions: Record<string, number>;
}

/** The fields over which something newer lies, in words. */
export const newerIn = (stale: Stale["stale"]): NewerForm => ({
  versions: Object.fromEntries(stale.map(({ kind, id, version }) => [`${kind} ${id}`, version])),
  fields: stale.flatMap(({ kind, id, fields }) =>
    fields.map(({ field, mine, theirs }) => {
      const change = {
        id: 0,
        kind,
        record: id,
        field,
        old: mine,
        new: theirs,
        undoes: null,
        isErased: false,
        isUndone: false,
      };
      const { what, from, to } = changeWords(change);
      return { key: fieldKey(kind, id, field), what, before: from, now: to };
    }),
  ),
});

const PREFIX = "keep:";

/** What was chosen for each field. */
export const keepIn = (values: Record<string, string>): Record<string, Keep> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(PREFIX) && (value === "mine" || value === "theirs") ? [[name.slice(PREFIX.length), value]] : [],
    ),
  );

interface NewerStandsProps {
  newer: NewerForm;
  change?: number | undefined;
  submission: string;
}

/** A newer change lies over the one that is taken back: which is to stand is asked for each field. */
export const NewerStands = ({ newer: { fields, versions }, change, submission }: NewerStandsProps) => (
  <>
    <PageHead title="What changed" back={{ to: "/log", name: "What changed" }} />
    <Form method="post">
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="versions" value={JSON.stringify(versions)} />
      {change !== undefined && <input type="hidden" name="change" value={change} />}
      <Notice title="Not taken back yet. Something newer stands there." isAnswer>
        <p>Choose what is to stand.</p>
      </Notice>
      <div className="choose">
        {fields.map(({ key, what, before, now }) => (
          <div className="choose__row" key={key} role="radiogroup" aria-label={what}>
            <span className="choose__field">{what}</span>
            <div className="choose__side">
              <p>{now}</p>
              <Choice name={PREFIX + key} value="theirs" defaultChecked>
                Keep what stands now
              </Choice>
            </div>
            <div className="choose__side">
              <p>{before}</p>
              <Choice name={PREFIX + key} value="mine">
                Put this back
              </Choice>
            </div>
          </div>
        ))}
      </div>
      <div className="foot" role="region" aria-label="What will be saved">
        <p className="foot__what">The log keeps all of it.</p>
        <ButtonLink look="bare" to="/log">
          Leave it as it is
        </ButtonLink>
        <Button look="main" fit>
          Save this
        </Button>
      </div>
    </Form>
  </>
);
