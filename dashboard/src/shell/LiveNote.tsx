import { Alert, Anchor } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useIsLost, useLive } from "../api/live.ts";
import { isSignedOut } from "../api/queries.ts";
import { sessionQuery } from "../api/session.ts";
import { useBrandInPath } from "./brand-in-path.ts";
import { signInPath } from "./sign-in.ts";
import { words } from "./words.ts";

/** Keeps the page of a brand up to date, and says so when it cannot. */
export function LiveNote() {
  useLive(useBrandInPath()?.id ?? null);
  const isLost = useIsLost();
  const { error } = useQuery(sessionQuery);
  const { href } = useLocation();
  if (isSignedOut(error)) {
    return (
      <Alert color="yellow" role="alert" icon={<IconPlugConnectedX aria-hidden />} mb="md">
        {words.live.signedOut} <Anchor href={signInPath(href)}>{words.live.signInAgain}</Anchor>
      </Alert>
    );
  }
  return (
    <div role="status">
      {isLost && (
        <Alert color="yellow" icon={<IconPlugConnectedX aria-hidden />} mb="md">
          {words.live.lost}
        </Alert>
      )}
    </div>
  );
}
