import { Alert, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ChannelDetails, ChannelKind } from "@rostrum/contract/private/channel-kinds.ts";
import { useQuery } from "@tanstack/react-query";
import { NetworkTicks } from "../../parts/connecting/NetworkTicks.tsx";
import { NextNetwork } from "../../parts/connecting/NextNetwork.tsx";
import { isOpen } from "../../parts/connecting/way.ts";
import { words as connecting } from "../../parts/connecting/words.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { Fold } from "../../parts/Fold.tsx";
import { NetworkDisc } from "../../parts/look/NetworkDisc.tsx";
import { networkName } from "../../parts/look/networks.ts";
import { kindsQuery } from "./queries.ts";
import type { ChannelsSearch } from "./search.ts";
import { WaysToConnect } from "./WaysToConnect.tsx";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  /** The network; one that does not exist leads to the choice. */
  readonly slug: string;
  /** Slugs that are ticked and not yet logged in to, with commas between them. */
  readonly networks: string;
  readonly channels: readonly ChannelDetails[];
  readonly open: (search: ChannelsSearch) => void;
}

/** Connects accounts: the networks are ticked once, and logged in to one after the other; or one in another way. */
export function ConnectDialog({ brandId, slug, networks, channels, open }: Props) {
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const { data: kinds, error } = useQuery(kindsQuery(brandId));
  const kind = kinds?.find((one) => one.slug === slug) ?? null;
  return (
    <Dialog
      closeOnClickOutside={false}
      onClose={() => open({})}
      size="xl"
      fullScreen={isPhone}
      closeButtonProps={{ "aria-label": words.close }}
      title={kind === null ? words.connect : words.networkNow({ network: networkName(kind.type) })}
    >
      {error !== null && <Alert color="red">{error.message}</Alert>}
      {kinds === undefined && error === null && <Loader aria-label={words.connect} />}
      {kinds !== undefined && kind === null && (
        <Choice brandId={brandId} kinds={kinds} networks={networks} channels={channels} open={open} />
      )}
      {kind !== null && (
        <WaysToConnect
          key={kind.slug}
          brandId={brandId}
          type={kind.type}
          channel={null}
          onConnected={(channel) => open({ channel })}
          onBack={() => open({ connect: "any" })}
        />
      )}
    </Dialog>
  );
}

type ChoiceProps = Pick<Props, "brandId" | "networks" | "channels" | "open"> & { readonly kinds: readonly ChannelKind[] };

function Choice({ brandId, kinds, networks, channels, open }: ChoiceProps) {
  const ticked = networks.split(",").filter((slug) => kinds.some((kind) => kind.slug === slug));
  const tick = (slugs: readonly string[]) => open({ connect: "any", ...(slugs.length > 0 && { networks: slugs.join(",") }) });
  const returnTo = (rest: readonly string[]) =>
    `/brands/${brandId}/channels${rest.length === 0 ? "" : `?connect=any&networks=${rest.join("%2C")}`}`;
  return (
    <Stack>
      <Text>{words.connectLead}</Text>
      <NetworkTicks kinds={kinds} channels={channels} ticked={ticked} onTick={tick} />
      <NextNetwork
        brandId={brandId}
        kinds={kinds}
        channels={channels.length}
        ticked={ticked}
        returnTo={returnTo}
        onForm={(slug) => open({ connect: slug })}
      />
      <Fold title={connecting.otherWays}>
        <Group gap="xs" mt="sm">
          {kinds.filter(isOpen).map((one) => (
            <Button
              key={one.slug}
              variant="default"
              leftSection={<NetworkDisc type={one.type} size={20} isNamed />}
              onClick={() => open({ connect: one.slug })}
            >
              {networkName(one.type)}
            </Button>
          ))}
        </Group>
      </Fold>
    </Stack>
  );
}
