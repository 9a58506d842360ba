import { Text } from "@mantine/core";
import { IconCheck, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useAvatars } from "../../../api/use-avatars.ts";
import { ChannelAvatar } from "../../../parts/look/avatars.tsx";
import { networkName } from "../../../parts/look/networks.ts";
import { printCount } from "../../../parts/numbers.ts";
import { say } from "../../../parts/toast.tsx";
import type { Outlook } from "../outlook.ts";
import { brandChannelsQuery } from "../queries.ts";
import type { Composer } from "../use-composer.ts";
import { words } from "../words.ts";
import css from "./channels.module.css";
import type { Row } from "./rows.ts";

interface ChannelColumnProps {
  readonly composer: Composer;
  readonly outlook: Outlook;
  readonly rows: readonly Row[];
  /** Null: none is chosen. */
  readonly collection: { readonly id: number; readonly title: string } | null;
}

/** The channels of the collection: whether the post goes there, what keeps it away, and how much of the limit is left. */
export function ChannelColumn({ composer, outlook, rows, collection }: ChannelColumnProps) {
  const { draft, change, ground, brandId, problems } = composer;
  const say = words.channels;
  const avatars = useAvatars(brandId);
  const chosen = rows.filter(({ isIn }) => isIn).length;
  const toggle = (id: number) => {
    const leftOut = draft.leftOut.includes(id) ? draft.leftOut.filter((known) => known !== id) : [...draft.leftOut, id];
    change({ leftOut });
  };
  return (
    <aside className={css.column} aria-label={say.title}>
      <div className={css.head}>
        <h2>{say.title}</h2>
        {rows.length > 0 && <span>{say.chosen({ count: chosen, all: rows.length })}</span>}
      </div>
      {problems.leftOut !== undefined && (
        <Text role="alert" size="sm" c="var(--fail)" px={8} pb={6}>
          {problems.leftOut}
        </Text>
      )}
      {ground !== null && ground !== "known" && (
        <Text role="alert" size="sm" c="var(--fail)" px={8}>
          {say.unknown} {ground}
        </Text>
      )}
      {ground === "known" && collection !== null && rows.length === 0 && (
        <Text size="sm" px={8}>
          {say.none}
        </Text>
      )}
      {rows.map((row) => (
        <ChannelRow
          key={row.channel.id}
          row={row}
          avatarUrl={avatars.get(row.channel.id) ?? null}
          isOld={outlook.isOld}
          onToggle={() => toggle(row.channel.id)}
        />
      ))}
      {collection !== null && <Others brandId={brandId} collection={collection} inside={rows.map(({ channel }) => channel.id)} />}
      <Link to="/brands/$brandId/channels" params={{ brandId }} className={css.connect}>
        <IconPlus size={16} stroke={1.75} aria-hidden />
        {say.connect}
      </Link>
    </aside>
  );
}

interface ChannelRowProps {
  readonly row: Row;
  readonly avatarUrl: string | null;
  readonly isOld: boolean;
  readonly onToggle: () => void;
}

function ChannelRow({ row, avatarUrl, isOld, onToggle }: ChannelRowProps) {
  const { channel, isIn, left, max, mood, obstacle } = row;
  const note = noteOf(row);
  const share = left === null || max === null ? 0 : Math.min(1, Math.max(0, (max - left) / max));
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isIn}
      aria-label={words.channels.on({ channel: channel.name, network: networkName(channel.type) })}
      aria-describedby={`channel-${channel.id}`}
      className={css.row}
      data-mood={mood}
      data-off={!isIn || undefined}
      data-channel={channel.id}
      onClick={onToggle}
      title={obstacle?.message ?? channel.name}
    >
      <span className={css.avatar}>
        <ChannelAvatar channel={{ ...channel, avatarUrl }} size={38} isOff={!isIn} />
      </span>
      <span className={css.names} id={`channel-${channel.id}`}>
        <span className={css.network}>{networkName(channel.type)}</span>
        <span className={css.note} data-kind={obstacle !== null ? "bad" : row.hasOwnText ? "own" : undefined}>
          {note}
        </span>
      </span>
      {left !== null && (
        <span className={css.left} data-old={isOld || undefined} data-left={left}>
          <span aria-hidden>{printCount(left)}</span>
          <span className={css.spoken}>{left < 0 ? words.channels.over({ count: -left }) : words.channels.left({ count: left })}</span>
          <span className={css.bar} aria-hidden>
            <i style={{ width: `${Math.round(share * 100)}%` }} />
          </span>
        </span>
      )}
      <span className={css.tick} aria-hidden>
        {isIn && <IconCheck size={13} stroke={3} />}
      </span>
    </button>
  );
}

function noteOf({ channel, obstacle, hasOwnText, joins, waits }: Row): string {
  if (obstacle !== null) return sentenceOf(obstacle);
  if (joins) return words.channels.noThreads;
  if (waits) return words.channels.waits;
  return hasOwnText ? words.channels.ownText : channel.name;
}

/** Short enough for a row. */
export function sentenceOf({ reason, over, message }: NonNullable<Row["obstacle"]>): string {
  if (reason === "text_too_long" && over > 0) return words.channels.tooLong({ count: over });
  if (reason === "channel_inactive") return words.channels.inactive;
  return message ?? words.channels.refused;
}

interface OthersProps {
  readonly brandId: number;
  readonly collection: { readonly id: number; readonly title: string };
  readonly inside: readonly number[];
}

/** The brand's channels that are not in the collection. */
function Others({ brandId, collection, inside }: OthersProps) {
  const { data = [] } = useQuery(brandChannelsQuery(brandId));
  const navigate = useNavigate();
  const avatars = useAvatars(brandId);
  const others = data.filter(({ id }) => !inside.includes(id));
  if (others.length === 0) return null;
  const open = () => void navigate({ to: "/brands/$brandId/collections/$collectionId", params: { brandId, collectionId: collection.id } });
  return (
    <>
      <p className={css.caption}>{words.channels.notIn({ collection: collection.title })}</p>
      {others.map((channel) => (
        <button
          key={channel.id}
          type="button"
          className={css.row}
          data-off
          data-outside
          onClick={() =>
            say({
              id: "not-in-collection",
              message: words.channels.notInText({ channel: channel.name, collection: collection.title }),
              open: { label: words.channels.openCollection, act: open },
            })
          }
        >
          <span className={css.avatar}>
            <ChannelAvatar channel={{ ...channel, avatarUrl: avatars.get(channel.id) ?? null }} size={38} isOff />
          </span>
          <span className={css.names}>
            <span className={css.network}>{networkName(channel.type)}</span>
            <span className={css.note}>{channel.name}</span>
          </span>
          <span className={css.tick} aria-hidden />
        </button>
      ))}
    </>
  );
}
