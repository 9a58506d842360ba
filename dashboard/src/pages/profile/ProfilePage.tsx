import { PageHead } from "../../parts/PageHead.tsx";
import { Sections } from "../../parts/Section.tsx";
import { PersonForm } from "./PersonForm.tsx";
import { Sessions } from "./Sessions.tsx";
import { SignIn } from "./SignIn.tsx";
import { words } from "./words.ts";

/** The person's own name, password and sessions. */
export function ProfilePage() {
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Sections>
        <PersonForm />
        <SignIn />
        <Sessions />
      </Sections>
    </>
  );
}
