import { Button } from "@mantine/core";
import { CHANNEL_TYPES, type ChannelType } from "@rostrum/contract/channels.ts";
import { networkName } from "../../../parts/look/networks.ts";
import { SmallPicture } from "../../../parts/SmallPicture.tsx";
import type { DraftMedium } from "../state.ts";
import css from "./MediaStrip.module.css";
import { words } from "./words.ts";

interface OwnPicturesProps {
  readonly media: readonly DraftMedium[];
  readonly onRemove: (id: string, type: ChannelType) => void;
  readonly onRemoveCover: (id: string) => void;
}

/** The crops that pictures have for single networks, and the covers of videos. */
export function OwnPictures({ media, onRemove, onRemoveCover }: OwnPicturesProps) {
  const files = [...new Map(media.flatMap((item) => (item.kind === "file" ? [[item.medium.id, item] as const] : []))).values()];
  const rows = files.flatMap(({ medium, own }) =>
    CHANNEL_TYPES.flatMap((type) => {
      const picture = own?.[type];
      return picture === undefined ? [] : [{ medium, type, picture }];
    }),
  );
  const covers = files.flatMap(({ medium, cover }) => (cover === undefined ? [] : [{ medium, picture: cover.medium }]));
  if (rows.length + covers.length === 0) return null;
  return (
    <ul className={css.own}>
      {rows.map(({ medium, type, picture }) => {
        const network = networkName(type);
        return (
          <li key={`${type} ${medium.id}`} aria-label={words.ownCropOf({ name: medium.name, network })}>
            <SmallPicture url={picture.thumbnailUrl} mime={picture.mime} alt="" width={36} height={36} />
            {words.ownCrop({ network })}
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={words.removeOwnOf({ name: medium.name, network })}
              onClick={() => onRemove(medium.id, type)}
            >
              {words.removeOwn}
            </Button>
          </li>
        );
      })}
      {covers.map(({ medium, picture }) => (
        <li key={medium.id} aria-label={words.coverOf({ name: medium.name })}>
          <SmallPicture url={picture.thumbnailUrl} mime={picture.mime} alt="" width={36} height={36} />
          {words.cover}
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={words.removeCoverOf({ name: medium.name })}
            onClick={() => onRemoveCover(medium.id)}
          >
            {words.removeOwn}
          </Button>
        </li>
      ))}
    </ul>
  );
}
