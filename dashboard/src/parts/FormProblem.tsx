import { Alert, Anchor } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { isSignedOut } from "../api/queries.ts";
import { sessionQuery } from "../api/session.ts";
import { signInPath } from "./sign-in.ts";
import { words } from "./words.ts";

/** What went wrong with a form as a whole; nothing without a text. Whoever has been signed out finds the way back in beside it. */
export function FormProblem({ text }: { readonly text: string | null }) {
  const isOut = isSignedOut(useQuery(sessionQuery).error);
  const { href } = useLocation();
  if (text === null) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {isOut ? words.signedOut : text} {isOut && <Anchor href={signInPath(href)}>{words.signIn}</Anchor>}
    </Alert>
  );
}
