import { Alert, Button, Group, Loader, Stack, Text, Title } from "@mantine/core";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { useQuery } from "@tanstack/react-query";
import { NetworkTicks } from "../../parts/connecting/NetworkTicks.tsx";
import { NextNetwork } from "../../parts/connecting/NextNetwork.tsx";
import { channelsQuery, kindsQuery } from "../channels/queries.ts";
import { type WelcomeSearch, welcomePath } from "./search.ts";
import { words } from "./words.ts";

interface Props {
  readonly brand: SessionBrand;
  readonly networks: string;
  readonly go: (to: WelcomeSearch) => void;
}

/** Ticks the networks once, and logs in to one after the other. */
export function NetworksStep({ brand, networks, go }: Props) {
  const { id, title } = brand;
  const kinds = useQuery(kindsQuery(id));
  const channels = useQuery(channelsQuery(id));
  const problem = kinds.error ?? channels.error;
  const ticked = networks.split(",").filter((slug) => kinds.data?.some((kind) => kind.slug === slug));
  const done = channels.data?.length ?? 0;
  const at = (slugs: readonly string[]): WelcomeSearch => ({ brand: id, step: "networks", networks: slugs.join(",") });
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{words.networksTitle({ brand: title })}</Title>
        <Text c="dimmed">{words.networksLead({ brand: title })}</Text>
      </div>
      {problem !== null && <Alert color="red">{problem.message}</Alert>}
      {problem === null && (kinds.data === undefined || channels.data === undefined) && <Loader aria-label={words.title} />}
      {kinds.data !== undefined && channels.data !== undefined && (
        <>
          <NetworkTicks kinds={kinds.data} channels={channels.data} ticked={ticked} onTick={(slugs) => go(at(slugs))} />
          <Text role="status">{words.progress({ done, left: ticked.length })}</Text>
          <NextNetwork
            brandId={id}
            kinds={kinds.data}
            channels={done}
            ticked={ticked}
            returnTo={(rest) => welcomePath(rest.length > 0 ? at(rest) : { brand: id, step: "times" })}
            onForm={(slug) => location.assign(`/brands/${id}/channels?connect=${slug}`)}
          />
          <Group justify="flex-end">
            <Button variant={ticked.length > 0 ? "default" : "filled"} size="md" onClick={() => go({ brand: id, step: "times" })}>
              {done === 0 ? words.withoutNetworks : words.toTimes}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
