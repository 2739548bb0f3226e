import type { ReactNode } from "react";
import { useLoaderData, useOutlet } from "react-router";
import { useHydrated } from "~/ui/use-hydrated";
import { counted, listed } from "../count-words";
import { FormMessage } from "../forms/form-message";
import { useUnsaved } from "../forms/use-unsaved";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { ChooseTable } from "../ui/conflict";
import { differ } from "../ui/differ";
import { PageHead } from "../ui/page-head";
import { SaveBar } from "../ui/save-bar";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { BothTexts } from "./both-texts";
import { listsByKind } from "./lists-by-kind";
import { PlannedLines } from "./planned-lines";
import type { textPage } from "./text.server";

/** Data that the pages of all kinds of text have; their own loaders add to it. */
type Page = NonNullable<Awaited<ReturnType<typeof textPage>>>;
const usePage = () => useLoaderData<Page>();

interface TextFrameProps {
  /** Sentence about a text without a draft. */
  intro?: string;
  /** Name of the text in messages about a conflict. */
  thing: string;
  /** Whether the text has versions. */
  hasVersions?: boolean;
  /** Notices above the form. */
  notices?: ReactNode;
  labels(field: string): string;
  /** Returns a field's value for the list of unsaved changes; empty for a value that is not shown. */
  shortValue(value: string | undefined): string;
  /** Whether saving is offered although nothing was typed. */
  isUnsaved?: boolean;
  /** The fields of the form, with the preview beside them. */
  children(parts: FormParts): ReactNode;
  /** Forms below that of the text. */
  below: ReactNode;
}

/** Page of one text of any kind: its state, its draft, plans and newer defaults, and the form that saves a draft. */
export function TextFrame({ intro, hasVersions = true, notices, below, ...form }: TextFrameProps) {
  const page = usePage();
  const { words, name, here, draft, isShown, mayChange } = page;
  const dialog = useOutlet();
  const own = wordsBy[words.kind === "letter" ? "letter" : "page"];
  return (
    <>
      <div inert={dialog !== null}>
        <PageHead
          title={name}
          back={listsByKind[words.kind] ?? { to: "/words", name: "Words" }}
          acts={
            <>
              {hasVersions && (
                <ButtonLink to={`${here}/versions`} preventScrollReset>
                  Versions
                </ButtonLink>
              )}
              {draft && mayChange && (
                <ButtonLink to={`/words/publish?only=${encodeURIComponent(`${words.kind}:${words.id}`)}`}>
                  {own.put}
                </ButtonLink>
              )}
            </>
          }
        >
          {draft ? (
            <State sign="here">Draft</State>
          ) : isShown ? (
            <State sign="full">{own.on}</State>
          ) : (
            <State sign="over">Not on the shop</State>
          )}
          {" \u00a0 "}
          {draft
            ? draftWords(draft)
            : (intro ?? "What you save is a draft first. The shop changes when you put it there.")}
        </PageHead>
        {!mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
        <FormMessage of={["discard", "settle", "default"]} />
        <PlannedLines plans={page.plans} />
        {notices}
        <NewerDefault />
        {draft && draft.newer.length > 0 && <NewerOnShop />}
        {draft && draft.newer.length === 0 && <Missing own={own} />}
        <TextForm {...form} />
        {below}
      </div>
      {dialog}
    </>
  );
}

/** Words about putting a text on the shop, or a letter in use. */
const wordsBy = {
  page: { on: "On the shop", put: "Put on the shop", ready: "Put it on the shop", before: "can go on the shop" },
  letter: { on: "In use", put: "Put in use", ready: "Put it in use", before: "can be used" },
};

function draftWords({ isMine, who, at, fields }: NonNullable<Page["draft"]>): string {
  const more = fields.length > 3 ? ` and ${counted(fields.length - 3, "more", "more")}` : "";
  return `${isMine ? "Begun by you" : `Begun by ${who}`} ${at}: ${listed(fields.slice(0, 3)).toLowerCase()}${more}.`;
}

/** Texts of each field with a newer default: the shop's text and the default, with buttons to choose one of them. */
function NewerDefault() {
  const { here, newerDefault, submission, version, mayChange } = usePage();
  if (!newerDefault) return null;
  return (
    <Section title="The default is newer" note="Your words stay until you choose">
      <BothTexts fields={newerDefault.fields} />
      {mayChange && (
        <WorkshopForm name="default" action={here} submission={submission} version={version} isBare>
          <p className="shown__acts">
            <Button name="takes" value="shipped">
              Make the newer words a draft
            </Button>
            <Button name="takes" value="own" look="bare">
              Keep these
            </Button>
          </p>
        </WorkshopForm>
      )}
    </Section>
  );
}

/** Texts that were changed on the shop after the draft was begun; the member chooses for each which text to keep. */
function NewerOnShop() {
  const { here, draft, submission, version, mayChange } = usePage();
  if (!draft) return null;
  return (
    <WorkshopForm name="settle" action={here} submission={submission} version={version} isSaidAbove>
      <div className="newer">
        <h2>The shop&apos;s words changed after this draft began</h2>
        <ChooseTable who="the shop" at="since then" contested={draft.newer} />
        {mayChange && (
          <Button look="main" fit>
            Keep what is chosen
          </Button>
        )}
      </div>
    </WorkshopForm>
  );
}

/** Information about the draft: what is missing before it can be published, and a button that discards it. */
function Missing({ own }: { own: (typeof wordsBy)["page"] }) {
  const { here, draft, submission, version, mayChange } = usePage();
  if (!draft) return null;
  return (
    <div className="knows">
      <div>
        {draft.complaints.length === 0 ? (
          `Nothing is missing. ${own.ready} when you like.`
        ) : (
          <>
            <strong>
              Before the saved draft {own.before}, {counted(draft.complaints.length, "thing is", "things are")} missing.
            </strong>
            <ul className="knows__list">
              {draft.complaints.map(({ field, label, text }) => (
                <li key={field}>
                  <a className="link" href={`#save-${field}`}>
                    {label}
                  </a>
                  : {text}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {mayChange && (
        <WorkshopForm name="discard" action={here} submission={submission} version={version} isBare>
          <Button look="bare">Discard the draft</Button>
        </WorkshopForm>
      )}
    </div>
  );
}

type TextFormProps = Omit<TextFrameProps, "intro" | "hasVersions" | "notices" | "below">;

function TextForm({ thing, labels, shortValue, isUnsaved, children }: TextFormProps) {
  const { here, submission, version, liveVersion, stored, mayChange, memberId } = usePage();
  return (
    <WorkshopForm
      name="save"
      action={here}
      submission={submission}
      version={version}
      stored={stored}
      opened={{ liveVersion: String(liveVersion) }}
      remembers={mayChange ? `${memberId} ${here.slice(1)}` : undefined}
      labels={labels}
      thing={thing}
      stays={here}
      preventScrollReset
      savesByKey={mayChange}
    >
      {(parts) => (
        <>
          {children(parts)}
          {mayChange && <DraftBar {...{ parts, labels, shortValue, isUnsaved }} />}
        </>
      )}
    </WorkshopForm>
  );
}

type DraftBarProps = Pick<TextFrameProps, "labels" | "shortValue" | "isUnsaved"> & { parts: FormParts };

/** Bar with the unsaved changes. */
function DraftBar({ parts, labels, shortValue, isUnsaved = false }: DraftBarProps) {
  const { here, stored } = usePage();
  const isReady = useHydrated();
  const { answer } = useUnsaved("save");
  const names = new Set([
    ...Object.keys(stored),
    ...Object.keys(parts.typed).filter((name) => name.startsWith("row:")),
  ]);
  const changed = [...names].filter(
    (field) => differ(parts.typed[field], stored[field]) && !/^row:\d+:(id|icon|place)$/.test(field),
  );
  if (changed.length === 0 && isReady && answer === undefined && !isUnsaved) return null;
  return (
    <SaveBar
      saves="Save the draft"
      changes={changed.map((field) => ({
        label: labels(field),
        from: shortValue(stored[field]),
        to: shortValue(parts.typed[field]),
      }))}
      discard={here}
      busy={parts.isSending}
      onDiscard={parts.onDiscard}
    />
  );
}
