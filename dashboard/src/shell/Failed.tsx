import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { isSignedOut } from "../api/queries.ts";
import { signInPath } from "./sign-in.ts";
import { words } from "./words.ts";

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
      <Title order={1}>{isSignedOut(error) ? words.failed.signedOut : words.failed.title}</Title>
      <Text>{error instanceof Error ? error.message : String(error)}</Text>
      <Group>
        <Button onClick={again}>{words.failed.again}</Button>
        {!isSignedOut(error) && <Anchor renderRoot={(props) => <Link to="/" {...props} />}>{words.failed.start}</Anchor>}
        {isSignedOut(error) && <Anchor href={signInPath(router.state.location.href)}>{words.failed.signIn}</Anchor>}
      </Group>
    </Stack>
  );
}
