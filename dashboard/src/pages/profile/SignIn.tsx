import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../api/session.ts";
import { Row, Rows } from "../../parts/Rows.tsx";
import { Section } from "../../parts/Section.tsx";
import { EmailDialog } from "./EmailDialog.tsx";
import { PasswordDialog } from "./PasswordDialog.tsx";
import { words } from "./words.ts";

/** With what the person signs in, each of which is changed in a dialog. */
export function SignIn() {
  const { user, service } = useSession();
  const [changing, change] = useState<"email" | "password" | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const close = () => change(null);
  const isOffered = service.mail || user.isDemo;
  return (
    <Section title={words.signIn}>
      <Rows label={words.signIn}>
        <Row
          title={words.email}
          actions={
            isOffered ? (
              <Button variant="default" size="xs" aria-label={words.changeEmail} onClick={() => change("email")}>
                {words.change}
              </Button>
            ) : undefined
          }
          below={sentTo === null ? undefined : <div role="status">{words.emailSent({ to: sentTo })}</div>}
        >
          <div>{words.emailNow({ email: user.email })}</div>
          {!user.isVerified && !service.mail && <div>{words.notConfirmed}</div>}
          {user.isDemo && <div>{words.emailOfDemo}</div>}
          {!isOffered && <div>{words.emailByOperator}</div>}
        </Row>
        <Row
          title={words.password}
          actions={
            <Button variant="default" size="xs" aria-label={words.changePassword} onClick={() => change("password")}>
              {words.change}
            </Button>
          }
        >
          <span aria-hidden>••••••••</span>
        </Row>
      </Rows>
      {changing === "email" && <EmailDialog onClose={close} onDone={setSentTo} />}
      {changing === "password" && <PasswordDialog onClose={close} />}
    </Section>
  );
}
