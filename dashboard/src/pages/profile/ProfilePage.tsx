import { Stack } from "@mantine/core";
import { PageHead } from "../../parts/PageHead.tsx";
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
      <Stack maw={760}>
        <PersonForm />
        <EmailForm />
        <PasswordForm />
        <Sessions />
      </Stack>
    </>
  );
}
