import type { ComponentProps, ReactNode } from "react";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { SaveFoot } from "../ui/save-foot";

interface TaxFormProps extends Pick<
  ComponentProps<typeof WorkshopForm>,
  "name" | "action" | "labels" | "thing" | "remembers"
> {
  page: { fields: Record<string, string>; version: number; submission: string; mayChange: boolean };
  legend: string;
  /** Sentence about what saving does, and the link that leaves without saving. */
  what: string;
  back: { to: string; name: string };
  /** Whether that link loads the page again. */
  reloads?: boolean;
  children: (parts: FormParts) => ReactNode;
}

/** Form of a page about sales tax; its fields are disabled for members who may only read them. */
export const TaxForm = ({ page, legend, what, back, reloads = false, children, ...form }: TaxFormProps) => (
  <WorkshopForm
    {...form}
    submission={page.submission}
    version={page.version}
    stored={page.fields}
    preventScrollReset
    savesByKey={page.mayChange}
  >
    {(parts) => (
      <fieldset className="tax-form" disabled={!page.mayChange}>
        <legend className="vh">{legend}</legend>
        {children(parts)}
        {page.mayChange && <SaveFoot what={what} back={back} reloadDocument={reloads} busy={parts.isSending} />}
      </fieldset>
    )}
  </WorkshopForm>
);
