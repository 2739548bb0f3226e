import { type ReactNode, type RefObject, type SubmitEvent, useRef } from "react";
import { Form, type FormProps, useNavigation } from "react-router";
import { useCommandKey } from "../ui/keys";
import type { LeaveWords } from "../ui/leave-dialog";
import { askBeforeSending, LeaveGuard } from "../ui/leave-guard";
import { ErrorSummary } from "../ui/notice";
import { PendingFormNotice } from "../ui/pending-form-notice";
import { TypedAgain } from "../ui/restore-typed";
import { useChangedForm } from "../ui/use-changed-form";
import { Choose } from "./choose-form";
import { useTyping } from "./use-typing";
import { useUnsaved } from "./use-unsaved";

/** Props that the form gives to a field. */
interface FieldProps {
  id: string;
  name: string;
  defaultValue: string;
  error: string | undefined;
}

/** Parts of the form that its fields are drawn with. */
export interface FormParts {
  /** The props of a field: its name, what stands in it, and what is wrong there. */
  field(name: string): FieldProps;
  /** The props of a box to tick, or of one of several ways. */
  tick(name: string, value: string): { id: string; name: string; value: string; defaultChecked: boolean };
  /** Value of a field: the typed one that was not saved, else the stored one. */
  value(name: string): string;
  /** All of them, by their names. */
  values: Record<string, string>;
  error(name: string): string | undefined;
  /** This form is under way. */
  isSending: boolean;
  /** Values in the fields just now, of a form that `remembers`. */
  typed: Record<string, string | undefined>;
  /** Drops what is typed; where it was sent before, its link is followed. */
  onDiscard(event: { preventDefault(): void }): void;
}

interface WorkshopFormProps extends Omit<FormProps, "method" | "ref" | "children"> {
  /** Drawn by the page's loader with `randomUUID()`. It is the identity of the form: with another one it is another form, and empty. */
  submission: string;
  /** Version of the record that it changes. */
  version?: number;
  /** Which of the page's forms it is: the key of its action in `formActions`; of several of one kind with what tells them apart: "end:17". */
  name?: string;
  /** Stored values, by the names of the fields. */
  stored?: Record<string, string>;
  /** Names of the fields in the list of errors above the form. */
  labels?: Record<string, string> | ((field: string) => string);
  /** Hidden fields that say what it was opened over, where that is no one version; sent again as they came back. */
  opened?: Record<string, string>;
  /** Names it for the browser, which offers what was typed again where its window went away. */
  remembers?: string;
  /** The form's fields, bound to it by its `id`, where other forms stand between them. */
  renderFields?(parts: FormParts): ReactNode;
  /** The thing that it changes, as a conflict calls it: "this code". */
  thing?: string;
  /** The address whose dialogs leave the form as it is. */
  stays?: string;
  /** Once it is saved another page is shown: what is typed into other forms of this page would be lost, and is asked about first, in words that say what sending does. */
  leaves?: LeaveWords;
  /** Nothing is typed into it, as a button in a row or in a head: what is wrong is said by the page's `FormMessage`. */
  isBare?: boolean;
  /** Its fields stand far down the page: what is wrong is said by the page's `FormMessage`, at the top. */
  isSaidAbove?: boolean;
  /** Whether something is changed in fields that have a state of their own, such as a stepper. */
  isChanged?: () => boolean;
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
  const { submission, version, name, stored, labels = {}, thing = "this", stays, leaves, isBare, ...rest } = props;
  const { isSaidAbove, children, onSubmit: asks, opened = {}, remembers, renderFields, savesByKey, ...more } = rest;
  const { isChanged: differsElse, ...form } = more;
  const { answer, kept } = useUnsaved(name);
  const unsaved = answer?.typed ?? kept;
  const { conflict, errors = {} } = answer ?? {};
  const refused = answer?.asks === undefined ? unsaved : undefined;
  const { element, isChanged, onSubmit, onReset } = useChangedForm(refused, differsElse);
  const sent = unsaved?.submission ?? submission;
  const isSending = useIsSending(sent, name);
  const typing = useTyping({ name: remembers, stored: stored ?? {}, unsaved, element });
  const asksFirst = useLeaving(leaves, isChanged, element);
  useCommandKey("s", () => savesByKey && element.current?.requestSubmit());
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    if (isSending) return event.preventDefault();
    asks?.(event);
    if (event.defaultPrevented || asksFirst(event)) return;
    typing.memory.sending();
    onSubmit();
  };
  const parts: FormParts = { ...partsOf({ name, unsaved, stored, errors, isSending }), ...typing };
  const labelOf = (field: string) => (typeof labels === "function" ? labels(field) : (labels[field] ?? field));
  const wrong = Object.entries(errors).map(([field, error]) => ({
    id: parts.field(field).id,
    label: labelOf(field),
    error,
  }));
  const says = !isBare && !isSaidAbove && !conflict && (
    <>
      <PendingFormNotice kept={answer ? {} : (kept ?? {})} />
      <ErrorSummary message={answer?.message} errors={wrong} />
      <TypedAgain memory={typing.memory} form={element} onRestored={typing.look} />
    </>
  );
  const own = {
    ...(name !== undefined && { form: name }),
    submission: sent,
    ...versionOf(version, unsaved),
    ...opened,
  };
  return (
    <>
      {renderFields && says}
      {!conflict && renderFields?.(parts)}
      <Form noValidate {...form} method="post" ref={element} onSubmit={send} onReset={onReset}>
        {!isBare && <LeaveGuard isChanged={isChanged} stays={stays} />}
        {Object.entries(own).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={field in opened ? (unsaved?.[field] ?? value) : value} />
        ))}
        {!renderFields && says}
        {conflict ? (
          <Choose conflict={conflict} typed={answer?.typed ?? {}} own={own} thing={thing} isSending={isSending} />
        ) : (
          drawn(children, parts)
        )}
      </Form>
    </>
  );
}

const drawn = (children: WorkshopFormProps["children"], parts: FormParts): ReactNode =>
  typeof children === "function" ? children(parts) : children;

/** Whether the form with this submission and name is under way. */
function useIsSending(submission: string, name: string | undefined): boolean {
  const { formData } = useNavigation();
  return formData?.get("submission") === submission && (formData.get("form") ?? undefined) === name;
}

/** Asks once, before a form that leads away is sent, about what is typed elsewhere on its page. */
function useLeaving(
  words: LeaveWords | undefined,
  isChanged: () => boolean,
  element: RefObject<HTMLFormElement | null>,
) {
  const isAnswered = useRef(false);
  return (event: SubmitEvent<HTMLFormElement>): boolean => {
    if (!words || isAnswered.current) return false;
    const button = event.nativeEvent.submitter;
    const goOn = () => {
      isAnswered.current = true;
      element.current?.requestSubmit(button);
    };
    const isAsked = askBeforeSending(isChanged, { goOn, words });
    if (isAsked) event.preventDefault();
    return isAsked;
  };
}

const versionOf = (version: number | undefined, unsaved: Record<string, string | undefined> | undefined) =>
  version === undefined ? {} : { version: unsaved?.version ?? String(version) };

interface Standing {
  name: string | undefined;
  unsaved: Record<string, string | undefined> | undefined;
  stored: Record<string, string> | undefined;
  errors: Record<string, string>;
  isSending: boolean;
}

function partsOf({
  name: form,
  unsaved,
  stored = {},
  errors,
  isSending,
}: Standing): Omit<FormParts, "typed" | "onDiscard"> {
  // Among sent values a box without a name was not ticked.
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
