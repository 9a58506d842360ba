import { Anchor, Stack, Text } from "@mantine/core";
import type { ChannelDetails } from "@rostrum/contract/private/channel-kinds.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { HelpLinks } from "../../parts/HelpLinks.tsx";
import { networkName } from "../../parts/look/networks.ts";
import { printMoment } from "../../parts/moments.ts";
import { abilitiesLine } from "./abilities.ts";
import { sentence } from "./condition.ts";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly channel: ChannelDetails;
  readonly zone: string;
}

/** Account, access, collections, the last error, and what the network takes. */
export function ChannelFacts({ brandId, channel, zone }: Props) {
  const { type, account, needsLogIn, logInEndsAt, collections, lastError, abilities, limits, lacks } = channel;
  const network = networkName(type);
  return (
    <Stack component="dl" gap="sm" m={0}>
      <Fact label={words.account}>{[account ?? words.notConnected, network].join(" · ")}</Fact>
      {!needsLogIn && (
        <Fact label={words.access}>
          {logInEndsAt === null ? words.accessEndsNever : words.accessEnds({ moment: printMoment(logInEndsAt, zone) })}
        </Fact>
      )}
      {lacks !== null && <Fact label={words.lacks}>{words.needsChoice({ network })}</Fact>}
      {limits.length > 0 && <Fact label={words.limits}>{limits.join(" ")}</Fact>}
      <Fact label={words.collections}>
        {collections.length === 0 ? (
          <>
            {words.noCollections}{" "}
            <Anchor
              underline="always"
              renderRoot={(props) => <Link to="/brands/$brandId/collections" params={{ brandId }} search={{}} {...props} />}
            >
              {words.toCollections}
            </Anchor>
          </>
        ) : (
          collections.map(({ id, title }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <Anchor
                underline="always"
                renderRoot={(props) => (
                  <Link to="/brands/$brandId/collections/$collectionId" params={{ brandId, collectionId: id }} {...props} />
                )}
              >
                {title}
              </Anchor>
            </span>
          ))
        )}
      </Fact>
      <Fact label={words.lastError}>
        {lastError === null ? words.noError : <HelpLinks text={`${printMoment(lastError.at, zone)}: ${sentence(lastError.message)}`} />}
      </Fact>
      <Fact label={words.can}>{abilitiesLine(abilities)}</Fact>
    </Stack>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </div>
  );
}
