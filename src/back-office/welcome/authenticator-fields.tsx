import { passphraseNotes } from "~/shop/members/passphrase";
import { CopyButton } from "../ui/copy-button";
import { Field, PasswordField } from "../ui/field";

interface AuthenticatorFieldsProps {
  /** E-mail address of the member, for password managers. */
  email: string;
  /** Secret to type where a QR code cannot be scanned; `sealed` is the encrypted secret that the form sends back. */
  secret: string;
  /** `otpauth:` address that opens an authenticator app on this device. */
  uri: string;
  sealed: string;
  /** QR code as SVG. */
  picture: string;
  /** Returns the props of the field "password" or "code". */
  field(name: string): { id: string; name: string; error?: string | undefined };
}

/** Errors by field name, with errors of "passphrase" moved to the field "password". */
export const atPassword = ({ passphrase, ...errors }: Record<string, string>): Record<string, string> => ({
  ...errors,
  ...(passphrase && { password: passphrase }),
});

/** Fields for a new password and the first code of an authenticator app. */
export function AuthenticatorFields({ email, secret, uri, sealed, picture, field }: AuthenticatorFieldsProps) {
  return (
    <>
      <input type="hidden" name="sealed" value={sealed} />
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field("password")}
        label="Password"
        autoComplete="new-password"
        note={passphraseNotes.first}
        required
      />
      <div className="qr">
        <div
          className="qr__code"
          role="img"
          aria-label="Code to scan with an authenticator app"
          dangerouslySetInnerHTML={{ __html: picture }}
        />
        <div className="qr__key">
          <p className="field__note">
            Scan this with an authenticator app of your phone, or type into it:{" "}
            <code>{secret.replaceAll(/(.{4})/g, "$1 ")}</code>
          </p>
          <p>
            <a className="link" href={uri}>
              Open in an authenticator app
            </a>{" "}
            <span className="field__note">on this device</span>
          </p>
          <CopyButton text={secret} what="the key" />
        </div>
      </div>
      <Field
        {...field("code")}
        label="Code"
        labelNote="the 6 digits your app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
    </>
  );
}
