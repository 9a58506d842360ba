import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { isSignedOut } from "../api/queries.ts";
import { signInPath } from "./sign-in.ts";

/** A page that could not be shown, and what to do about it. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const again = () => {
    // Else the query would throw what it threw before, and ask for nothing.
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <Stack align="flex-start" role="alert">
      <Title order={1}>{isSignedOut(error) ? "You are no longer signed in" : "This page cannot be shown"}</Title>
      <Text>{error instanceof Error ? error.message : String(error)}</Text>
      <Group>
        <Button onClick={again}>Try again</Button>
        {!isSignedOut(error) && <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Go to the start</Anchor>}
        {isSignedOut(error) && <Anchor href={signInPath(router.state.location.href)}>Sign in</Anchor>}
      </Group>
    </Stack>
  );
}
