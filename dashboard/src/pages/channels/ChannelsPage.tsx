import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { has, useBrand } from "../../api/session.ts";
import { Empty } from "../../parts/Empty.tsx";
import { NetworkTile } from "../../parts/look/NetworkDisc.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Rows } from "../../parts/Rows.tsx";
import { ChannelDialog } from "./ChannelDialog.tsx";
import { ChannelRow } from "./ChannelRow.tsx";
import { ConnectDialog } from "./ConnectDialog.tsx";
import { channelsQuery } from "./queries.ts";
import type { ChannelsSearch } from "./search.ts";
import { words } from "./words.ts";

const TILES = (["Instagram", "Facebook", "LinkedIn"] as const).map((type) => <NetworkTile key={type} type={type} />);

/** The accounts of a brand: how each of them is, and how another one is connected. */
export function ChannelsPage() {
  const { brandId } = useParams({ from: "/brands/$brandId/channels" });
  const { channel: openId, part, connect, networks } = useSearch({ from: "/brands/$brandId/channels" });
  const navigate = useNavigate();
  const brand = useBrand(brandId);
  const channels = useSuspenseQuery(channelsQuery(brandId)).data;
  const mayConnect = brand !== null && has(brand, "admin");
  const zone = brand?.timezone ?? "UTC";
  const title = brand?.title ?? "";
  const open = (search: ChannelsSearch) => void navigate({ to: "/brands/$brandId/channels", params: { brandId }, search });
  const connectButton = mayConnect && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open({ connect: "any" })}>
      {words.connect}
    </Button>
  );
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {channels.length > 0 && connectButton}
      </PageHead>
      {channels.length === 0 && (
        <Empty tiles={TILES} title={words.none} text={mayConnect ? words.noneText({ brand: title }) : words.noneForViewer}>
          {connectButton}
        </Empty>
      )}
      <Rows label={words.list}>
        {channels.map((channel) => (
          <ChannelRow key={channel.id} brandId={brandId} channel={channel} zone={zone} mayChange={mayConnect} />
        ))}
      </Rows>
      {openId !== undefined && (
        <ChannelDialog
          key={`${openId} ${part ?? ""}`}
          part={part ?? "facts"}
          brandId={brandId}
          channel={channels.find(({ id }) => id === openId) ?? null}
          zone={zone}
          mayChange={mayConnect}
          onClose={() => open({})}
        />
      )}
      {connect !== undefined && mayConnect && (
        <ConnectDialog brandId={brandId} slug={connect} networks={networks ?? ""} channels={channels} open={open} />
      )}
    </>
  );
}
