import { type ReactNode, type SubmitEvent, useRef } from "react";
import { Form, type FormProps, useNavigation } from "react-router";
import { Button, ButtonLink } from "../ui/button";
import { Conflict } from "../ui/conflict";
import { useCommandKey } from "../ui/keys";
import { askBeforeSending, LeaveGuard } from "../ui/leave-guard";
import { ErrorSummary } from "../ui/notice";
import { KeptNotice } from "../ui/pending-form-notice";
import { useChangedForm } from "../ui/use-changed-form";
import type { FormAnswer } from "./form-answer";
import { useUnsaved } from "./use-unsaved";

/** What a field of a form is given by the form. */
interface FieldProps {
  id: string;
  name: string;
  defaultValue: string;
  error: string | undefined;
}

/** What the fields of a form are drawn with. */
export interface FormParts {
  /** The props of a field: its name, what stands in it, and what is wrong there. */
  field(name: string): FieldProps;
  /** The props of a box to tick, or of one of several ways. */
  tick(name: string, value: string): { id: string; name: string; value: string; defaultChecked: boolean };
  /** What stands in a field: what was typed and not saved, else what is stored. */
  value(name: string): string;
  /** All of them, by their names. */
  values: Record<string, string>;
  error(name: string): string | undefined;
  /** This form is under way. */
  isSending: boolean;
}

interface WorkshopFormProps extends Omit<FormProps, "method" | "ref" | "children"> {
  /** Drawn by the page's loader with `randomUUID()`. It is the identity of the form: with another one it is another form, and empty. */
  submission: string;
  /** Of the record that it changes. */
  version?: number;
  /** Which of the page's forms it is: the key of its action in `formActions`; of several of one kind with what tells them apart: "end:17". */
  name?: string;
  /** What is stored, by the names of the fields. */
  stored?: Record<string, string>;
  /** What the fields are called above the form, where something is wrong with them. */
  labels?: Record<string, string> | ((field: string) => string);
  /** What it changes, as a conflict calls it: "this code". */
  thing?: string;
  /** The address whose dialogs leave the form as it is. */
  stays?: string;
  /** Once it is saved another page is shown: what is typed into other forms of this page would be lost, and is asked about first. */
  leaves?: boolean;
  /** A button in a row or a head: what is wrong is said by the page's `FormMessage`. */
  isBare?: boolean;
  /** Ctrl or Cmd with S sends it. */
  savesByKey?: boolean;
  children: ReactNode | ((parts: FormParts) => ReactNode);
}

/**
 * A form of the workshop. It asks before it is left, shows what was typed and not saved, says why, and is sent once. Its action is
 * made by `formAction`.
 */
export const WorkshopForm = (props: WorkshopFormProps) => <OpenedForm key={props.submission} {...props} />;

function OpenedForm(props: WorkshopFormProps) {
  const { submission, version, name, stored, labels = {}, thing, stays, leaves, isBare, savesByKey, ...rest } = props;
  const { children, onSubmit: asks, ...form } = rest;
  const { answer, kept } = useUnsaved(name);
  const unsaved = answer?.typed ?? kept;
  const { element, isChanged, onSubmit, onReset } = useChangedForm(isBare ? undefined : unsaved);
  const sent = unsaved?.submission ?? submission;
  const { formData } = useNavigation();
  const isSending = formData?.get("submission") === sent && (formData.get("form") ?? undefined) === name;
  const isAnswered = useRef(false);
  useCommandKey("s", () => savesByKey && element.current?.requestSubmit());
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    if (isSending) return event.preventDefault();
    asks?.(event);
    if (event.defaultPrevented) return;
    const button = event.nativeEvent.submitter;
    const isAsked =
      leaves &&
      !isAnswered.current &&
      askBeforeSending(isChanged, () => {
        isAnswered.current = true;
        element.current?.requestSubmit(button);
      });
    if (isAsked) return event.preventDefault();
    onSubmit();
  };
  const parts = partsOf({ name, unsaved, stored, errors: answer?.errors ?? {}, isSending });
  const { conflict } = answer ?? {};
  const errors = Object.entries(answer?.errors ?? {}).map(([field, error]) => ({
    id: parts.field(field).id,
    label: typeof labels === "function" ? labels(field) : (labels[field] ?? field),
    error,
  }));
  return (
    <Form noValidate {...form} method="post" ref={element} onSubmit={send} onReset={onReset}>
      <LeaveGuard isChanged={isChanged} stays={stays} />
      {name !== undefined && <input type="hidden" name="form" value={name} />}
      <input type="hidden" name="submission" value={sent} />
      {version !== undefined && <input type="hidden" name="version" value={unsaved?.version ?? version} />}
      {!isBare && <KeptNotice kept={answer ? {} : (kept ?? {})} />}
      {conflict ? (
        <Choose conflict={conflict} typed={answer?.typed ?? {}} thing={thing ?? "this"} isSending={isSending} />
      ) : (
        <>
          {!isBare && <ErrorSummary message={answer?.message} errors={errors} />}
          {typeof children === "function" ? children(parts) : children}
        </>
      )}
    </Form>
  );
}

interface Standing {
  name: string | undefined;
  unsaved: Record<string, string | undefined> | undefined;
  stored: Record<string, string> | undefined;
  errors: Record<string, string>;
  isSending: boolean;
}

function partsOf({ name: form, unsaved, stored = {}, errors, isSending }: Standing): FormParts {
  // Of what was sent a box that is not named was not ticked.
  const value = (name: string) => (unsaved ? (unsaved[name] ?? "") : (stored[name] ?? ""));
  const id = (name: string) => (form === undefined ? name : `${form.replaceAll(":", "-")}-${name}`);
  return {
    value,
    values: { ...stored, ...(unsaved as Record<string, string>) },
    isSending,
    error: (name) => errors[name],
    field: (name) => ({
      id: id(name),
      name,
      error: errors[name],
      defaultValue: unsaved?.[name] ?? stored[name] ?? "",
    }),
    tick: (name, own) => ({
      id: id(`${name}-${own}`),
      name,
      value: own,
      defaultChecked: value(name) === own,
    }),
  };
}

interface ChooseProps {
  conflict: NonNullable<FormAnswer["conflict"]>;
  typed: Record<string, string>;
  thing: string;
  isSending: boolean;
}

const OWN = new Set(["form", "submission", "version", "mine"]);

/** A refused save: what both changed waits for a choice, what was typed is sent again, and one button saves the mixture. */
const Choose = ({ conflict, typed, thing, isSending }: ChooseProps) => (
  <>
    <input type="hidden" name="mine" value={conflict.mine.join(" ")} />
    {Object.entries(typed)
      .filter(([name]) => !OWN.has(name) && !name.startsWith("take:"))
      .map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    <Conflict thing={thing} {...conflict} />
    <div className="foot" role="region" aria-label="What will be saved">
      <p className="foot__what">What is left out stays in &quot;What changed&quot; and can be taken back from there.</p>
      <ButtonLink look="bare" to=".">
        Back to the form
      </ButtonLink>
      <Button look="main" fit busy={isSending}>
        Save this
      </Button>
    </div>
  </>
);
