import { Alert, Button, Loader, SimpleGrid, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Dialog } from "../../parts/Dialog.tsx";
import { NetworkIcon } from "../../parts/NetworkIcon.tsx";
import { kindsQuery } from "./queries.ts";
import type { ChannelsSearch } from "./search.ts";
import { WaysToConnect } from "./WaysToConnect.tsx";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  /** The network; one that does not exist leads to the choice of one. */
  readonly slug: string;
  readonly open: (search: ChannelsSearch) => void;
}

/** Connects an account: the network first, then how. */
export function ConnectDialog({ brandId, slug, open }: Props) {
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const { data: kinds, error } = useQuery(kindsQuery(brandId));
  const kind = kinds?.find((one) => one.slug === slug) ?? null;
  return (
    <Dialog
      closeOnClickOutside={false}
      onClose={() => open({})}
      size="lg"
      fullScreen={isPhone}
      closeButtonProps={{ "aria-label": words.close }}
      title={kind === null ? words.connect : words.networkNow(kind.type)}
    >
      {error !== null && <Alert color="red">{error.message}</Alert>}
      {kinds === undefined && error === null && <Loader aria-label={words.connect} />}
      {kinds !== undefined && kind === null && (
        <>
          <Text mb="md">{words.network}</Text>
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
            {kinds.map((one) => (
              <Button
                key={one.slug}
                variant="default"
                justify="flex-start"
                leftSection={<NetworkIcon type={one.type} />}
                onClick={() => open({ connect: one.slug })}
              >
                {one.type}
              </Button>
            ))}
          </SimpleGrid>
        </>
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
