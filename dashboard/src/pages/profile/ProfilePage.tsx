import { PageHead } from "../../parts/PageHead.tsx";
import { Sections } from "../../parts/Section.tsx";
import { EmailForm } from "./EmailForm.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { PersonForm } from "./PersonForm.tsx";
import { Sessions } from "./Sessions.tsx";
import { words } from "./words.ts";

/** The person's own name, password and sessions. */
export function ProfilePage() {
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Sections>
        <PersonForm />
        <EmailForm />
        <PasswordForm />
        <Sessions />
      </Sections>
    </>
  );
}
