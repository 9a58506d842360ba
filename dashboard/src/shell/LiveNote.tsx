import { Alert, Anchor } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useIsLost, useLive } from "../api/live.ts";
import { isSignedOut } from "../api/queries.ts";
import { useIsAway, useIsOffline } from "../api/reach.ts";
import { sessionQuery } from "../api/session.ts";
import { signInPath } from "../parts/sign-in.ts";
import { useBrandInPath } from "./brand-in-path.ts";
import { words } from "./words.ts";

/** Keeps the page of a brand up to date, and says so when it cannot. */
export function LiveNote() {
  useLive(useBrandInPath()?.id ?? null);
  const isLost = useIsLost();
  const isOffline = useIsOffline();
  const isAway = useIsAway();
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
      {(isLost || isOffline || isAway) && (
        <Alert color="yellow" icon={<IconPlugConnectedX aria-hidden />} mb="md">
          {isOffline ? words.live.offline : isAway ? `${words.failed.away}. ${words.failed.returns}` : words.live.lost}
        </Alert>
      )}
    </div>
  );
}
