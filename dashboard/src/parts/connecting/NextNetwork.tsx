import { Button, Stack, Text } from "@mantine/core";
import type { ChannelKind } from "@rostrum/contract/private/channel-kinds.ts";
import { useEffect, useState } from "react";
import { networkName } from "../look/networks.ts";
import { LogInNext } from "./LogInNext.tsx";
import { goesOn, setOut } from "./on-the-way.ts";
import { waysTo } from "./way.ts";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly kinds: readonly ChannelKind[];
  /** How many channels the brand has. */
  readonly channels: number;
  /** Slugs that are not yet logged in to, in order. */
  readonly ticked: readonly string[];
  /** The page to come back to, with those that are left. */
  readonly returnTo: (rest: readonly string[]) => string;
  /** For a network without a log-in. */
  readonly onForm: (slug: string) => void;
}

/**
 * Leads to the next of the ticked networks; nothing while none is ticked. After a log-in that succeeded it goes on by itself, unless the
 * next one asks for something first.
 */
export function NextNetwork({ brandId, kinds, channels, ticked, returnTo, onForm }: Props) {
  const [slug, ...rest] = ticked;
  const [follows, setFollows] = useState(() => goesOn({ left: ticked, channels }));
  // For the network that is next now: another one may come to be, as when this one is unticked.
  useEffect(() => setFollows(false), []);
  const kind = kinds.find((one) => one.slug === slug);
  if (kind === undefined) return null;
  return (
    <Stack gap="xs" align="flex-start">
      {waysTo(kind).length > 0 ? (
        <LogInNext
          key={kind.slug}
          brandId={brandId}
          kind={kind}
          channel={null}
          returnTo={returnTo(rest)}
          onStart={() => setOut({ left: rest, channels })}
          follows={follows}
        />
      ) : (
        <Button onClick={() => onForm(kind.slug)}>{words.connectByForm({ network: networkName(kind.type) })}</Button>
      )}
      <Text size="sm" c="dimmed">
        {words.safe} {rest.length > 0 && words.follows}
      </Text>
    </Stack>
  );
}
