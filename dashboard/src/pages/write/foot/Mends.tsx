import { Button, Group } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { Link } from "@tanstack/react-router";
import { networkName } from "../../../parts/look/networks.ts";
import type { Obstacle } from "../channels/rows.ts";
import type { Crop } from "../media/use-crop.tsx";
import type { Composer } from "../use-composer.ts";
import { words } from "../words.ts";
import css from "./foot.module.css";

/** What mends a post that a network will not get. */
export interface Mending {
  readonly composer: Composer;
  readonly crop: Crop;
  /** Shows the text of a network, with what is too much of it marked. */
  readonly onShorten: (type: ChannelType, over: number) => void;
}

interface MendsProps extends Mending {
  readonly obstacle: Obstacle;
  /** It is mended. */
  readonly onDone?: () => void;
  /** It is mended elsewhere, where the focus goes. */
  readonly onLeave?: () => void;
}

/** The buttons that do away with what is in the way on one channel. */
export function Mends({ composer: { draft, change, brandId }, crop, onShorten, obstacle, onDone, onLeave }: MendsProps) {
  const { channel, over, reason } = obstacle;
  const say = words.foot;
  const network = networkName(channel.type);
  const mendShape = crop.mendFor(channel.type);
  const canSplit = platforms[channel.type].threads && !draft.isThread && over > 0;
  const leaving = (act: () => void) => () => {
    onLeave?.();
    act();
  };
  const done = (act: () => void) => () => {
    act();
    onDone?.();
  };
  return (
    <Group gap={6} className={css.mends ?? ""}>
      {mendShape !== null && (
        <Button size="xs" variant="default" onClick={leaving(mendShape)}>
          {say.crop({ network })}
        </Button>
      )}
      {over > 0 && (
        <Button size="xs" variant="default" onClick={leaving(() => onShorten(channel.type, over))}>
          {say.shorten({ network })}
        </Button>
      )}
      {canSplit && (
        <Button size="xs" variant="default" onClick={done(() => change({ isThread: true }))}>
          {say.split}
        </Button>
      )}
      {reason === "channel_inactive" && (
        <Button size="xs" variant="default" renderRoot={(props) => <Link to="/brands/$brandId/channels" params={{ brandId }} {...props} />}>
          {say.logIn}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={done(() => change({ leftOut: [...draft.leftOut, channel.id] }))}>
        {say.leaveOut({ channel: network })}
      </Button>
    </Group>
  );
}
