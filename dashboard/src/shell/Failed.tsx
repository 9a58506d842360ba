import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { isSignedOut } from "../api/queries.ts";
import { isUnreachable, useReturn } from "../api/reach.ts";
import { signInPath } from "../parts/sign-in.ts";
import { words } from "./words.ts";

/** A page that could not be shown, and what to do about it. One that only could not be reached comes back by itself. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const again = () => {
    // Else the query would throw what it threw before, and ask for nothing.
    queries.reset();
    reset();
    void router.invalidate();
  };
  const isAway = isUnreachable(error);
  useReturn(isAway, again);
  if (isSignedOut(error)) {
    return (
      <Stack align="flex-start" role="alert">
        <Title order={1}>{words.failed.signedOut}</Title>
        <Button renderRoot={(props) => <a href={signInPath(router.state.location.href)} {...props} />}>{words.failed.signIn}</Button>
      </Stack>
    );
  }
  return (
    <Stack align="flex-start" role="alert">
      <Title order={1}>{isAway ? words.failed.away : words.failed.title}</Title>
      <Text>{isAway ? words.failed.returns : error instanceof Error ? error.message : String(error)}</Text>
      <Group>
        <Button onClick={again}>{words.failed.again}</Button>
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>{words.failed.start}</Anchor>
      </Group>
    </Stack>
  );
}
