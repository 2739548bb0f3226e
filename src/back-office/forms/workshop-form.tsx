import {
  type ComponentProps,
  lazy,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  Suspense,
  useRef,
  useState,
} from "react";
import { Form, type FormProps, useNavigation } from "react-router";
import { useCommandKey } from "../ui/keys";
import type { LeaveWords } from "../ui/leave-dialog";
import { askBeforeSending, LeaveGuard } from "../ui/leave-guard";
import { notePress } from "../ui/not-saved";
import { ErrorSummary, labelIn, type Labels } from "../ui/notice";
import { PendingFormNotice } from "../ui/pending-form-notice";
import { useChangedForm } from "../ui/use-changed-form";
import { unsentId } from "./sent-ids";
import { useTyping } from "./use-typing";
import { useMessageAbove, useUnsaved } from "./use-unsaved";

const loadChoose = async () => ({ default: (await import("./choose-form")).Choose });
// Loaded only after a conflict, again where the line drops it; React shows the form until then.
const Choose = lazy(() => loadChoose().catch(loadChoose));
// Loaded only if there is text to restore.
const RestoreTyped = lazy(async () => ({ default: (await import("../ui/restore-typed")).RestoreTyped }));

/** Props that the form gives to a field. */
interface FieldProps {
  id: string;
  name: string;
  defaultValue: string;
  error: string | undefined;
}

/** Functions and values for drawing the fields of the form. */
export interface FormParts {
  /** Props of a field: its name, text and error. */
  field(name: string): FieldProps;
  /** Props of a checkbox, or of one radio button. */
  tick(name: string, value: string): { id: string; name: string; value: string; defaultChecked: boolean };
  /** Value of a field: the typed value that was not saved, otherwise the stored value. */
  value(name: string): string;
  /** All values, by field name. */
  values: Record<string, string>;
  error(name: string): string | undefined;
  /** Whether this form is being sent. */
  isSending: boolean;
  /** Whether the form was saved before with other values, so that a difference is one to what is stored now. */
  isSentBefore: boolean;
  /** Current text of the fields, updated while typing only if the form has `remembers`. */
  typed: Record<string, string | undefined>;
  /** Handles a click on the link that discards typed text; after a refused attempt the link opens the page again. */
  onDiscard(event: { preventDefault(): void }): void;
}

interface WorkshopFormProps extends Omit<FormProps, "method" | "ref" | "children"> {
  /**
   * Id that the page's loader generates with `randomUUID()`. A new id makes a new form, without typed text, unless `opening` is
   * set. After an answer the form is sent with a new id, also while the page still has this one.
   */
  submission: string;
  /**
   * Key of the form as it was opened, for a form that keeps its typed text while the page's data is reloaded: another key, or a
   * save of this form, makes a new form.
   */
  opening?: string;
  /** Version of the changed record. */
  version?: number;
  /** Key of the form in `formActions`; repeated forms add an id, e.g. "end:17". */
  name?: string;
  /** Stored values, by field name. */
  stored?: Record<string, string>;
  /** Field names for the list of errors above the form. */
  labels?: Labels;
  /** Hidden fields with the versions of several records; after a refused attempt the answer's values are sent. */
  opened?: Record<string, string>;
  /** Key under which the browser stores typed text and offers to restore it after the window was closed. */
  remembers?: string;
  /** Renders fields outside of the form's element, needed where other forms are between them; they refer to the form's `id`. */
  renderFields?(parts: FormParts): ReactNode;
  /** Name of the record in the message about a conflict, e.g. "this code". */
  thing?: string;
  /** Address whose dialogs do not count as leaving the form. */
  stays?: string;
  /** Text of the question before sending, if other forms of the page have unsaved text; set if saving opens another page. */
  leaves?: LeaveWords;
  /** Whether the form has no text fields, such as a button in a row; the page's `FormMessage` shows its errors. */
  isBare?: boolean;
  /** Whether the page's `FormMessage` shows the errors at its top, because the fields are far down the page. */
  isSaidAbove?: boolean;
  /** Returns whether fields that are not native inputs, such as a stepper, have changed. */
  isChanged?: () => boolean;
  /** Whether Ctrl+S or Cmd+S sends the form. */
  savesByKey?: boolean;
  children: ReactNode | ((parts: FormParts) => ReactNode);
}

/**
 * Form of the back office for pages whose action is a `formAction`: asks before the member leaves unsaved text, shows a refused
 * attempt with the reason, and is sent only once.
 */
export function WorkshopForm({ opening, ...props }: WorkshopFormProps) {
  const { isOut, saves, noteSent } = useOut(props.name);
  const key = opening === undefined ? props.submission : `${opening} ${saves}`;
  return <OpenedForm key={key} {...props} isOut={isOut} noteSent={noteSent} />;
}

interface OpenedFormProps extends Omit<WorkshopFormProps, "opening"> {
  /** Whether the form was sent, and the page does not show yet what followed. */
  isOut: boolean;
  noteSent(): void;
}

function OpenedForm({ isOut, noteSent, ...props }: OpenedFormProps) {
  const { submission, version, name, stored, labels = {}, thing = "this", stays, leaves, isBare, ...rest } = props;
  const { isSaidAbove, children, onSubmit: asks, opened = {}, remembers, renderFields, savesByKey, ...more } = rest;
  const { isChanged: differsElse, ...form } = more;
  const { answer, kept } = useUnsaved(name);
  const unsaved = answer?.typed ?? kept;
  const { conflict, errors = {}, isSentBefore = false } = answer ?? {};
  const refused = answer?.asks === undefined ? unsaved : undefined;
  const { element, isChanged, onSubmit, onReset } = useChangedForm(refused, differsElse);
  const sent = unsentId(unsaved?.submission ?? submission);
  const isSending = useIsSending(sent, name) || isOut;
  const typing = useTyping({ name: remembers, stored: stored ?? {}, unsaved, element });
  const asksFirst = useLeaving(leaves, isChanged, element);
  useCommandKey("s", () => savesByKey && element.current?.requestSubmit());
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    if (isSending) return event.preventDefault();
    asks?.(event);
    if (event.defaultPrevented || asksFirst(event)) return;
    typing.memory.sending();
    notePress(sent, event.currentTarget, event.nativeEvent.submitter);
    noteSent();
    onSubmit();
  };
  const parts: FormParts = { ...partsOf({ name, unsaved, stored, errors, isSending }), isSentBefore, ...typing };
  const wrong = Object.entries(errors).map(([field, error]) => ({
    id: parts.field(field).id,
    label: labelIn(labels, field),
    error,
  }));
  const says = !isBare && !isSaidAbove && !conflict && <FormSays {...{ answer, kept, wrong, element, typing }} />;
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

interface FormSaysProps extends Pick<ReturnType<typeof useUnsaved>, "answer" | "kept"> {
  /** Fields with an error, each with its label. */
  wrong: ComponentProps<typeof ErrorSummary>["errors"];
  element: RefObject<HTMLFormElement | null>;
  typing: ReturnType<typeof useTyping>;
}

/** Messages at the top of a form: why it was not saved, and that typed text can be restored. */
function FormSays({ answer, kept = {}, wrong, element, typing }: FormSaysProps) {
  const message = useMessageAbove(answer);
  return (
    <>
      <PendingFormNotice kept={answer ? {} : kept} />
      <ErrorSummary {...(message !== undefined && { message })} errors={wrong} />
      <TypedBefore memory={typing.memory} form={element} onRestored={typing.look} />
    </>
  );
}

interface TypedBeforeProps {
  memory: ReturnType<typeof useTyping>["memory"];
  form: RefObject<HTMLFormElement | null>;
  onRestored(): void;
}

/** Asks whether to restore text typed before the window was closed, if there is any. */
const TypedBefore = ({ memory: { found, forget }, form, onRestored }: TypedBeforeProps) =>
  found && (
    <Suspense>
      <RestoreTyped values={found.values} forget={forget} form={form} onRestored={onRestored} />
    </Suspense>
  );

const drawn = (children: WorkshopFormProps["children"], parts: FormParts): ReactNode =>
  typeof children === "function" ? children(parts) : children;

/**
 * Whether the form was sent and the page does not show yet the data that follow its answer, with which a form sent again is
 * compared; and how often it was sent and not refused.
 */
function useOut(name: string | undefined) {
  const { state } = useNavigation();
  const { answer } = useUnsaved(name);
  const [before, setBefore] = useState(state);
  const [isOut, setOut] = useState(false);
  const [saves, setSaves] = useState(0);
  if (state !== before) {
    setBefore(state);
    if (state === "idle" && isOut) {
      setOut(false);
      if (!answer) setSaves(saves + 1);
    }
  }
  return { isOut: isOut && state !== "idle", saves, noteSent: () => setOut(true) };
}

/** Whether the form with this submission id and name is being sent, by a button of its own or by script. */
function useIsSending(submission: string, name: string | undefined): boolean {
  const { formData } = useNavigation();
  const sent = formData?.get("submission");
  return typeof sent === "string" && unsentId(sent) === submission && (formData?.get("form") ?? undefined) === name;
}

/** Asks once before sending a form that opens another page, if other forms of the page have unsaved text. */
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
}: Standing): Omit<FormParts, "typed" | "onDiscard" | "isSentBefore"> {
  // A field that is missing in the sent values is an unticked checkbox.
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
