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
  const rows = files.flatMap(({ medium: { id, name }, own, cover }) => {
    const crops = CHANNEL_TYPES.flatMap((type) => {
      const [picture, network] = [own?.[type], networkName(type)];
      const said = {
        label: words.ownCropOf({ name, network }),
        text: words.ownCrop({ network }),
        remove: words.removeOwnOf({ name, network }),
      };
      return picture === undefined ? [] : [{ key: `${type} ${id}`, picture, ...said, onRemove: () => onRemove(id, type) }];
    });
    if (cover === undefined) return crops;
    const said = { label: words.coverOf({ name }), text: words.cover, remove: words.removeCoverOf({ name }) };
    return [...crops, { key: id, picture: cover.medium, ...said, onRemove: () => onRemoveCover(id) }];
  });
  if (rows.length === 0) return null;
  return (
    <ul className={css.own}>
      {rows.map(({ key, picture, label, text, remove, onRemove }) => (
        <li key={key} aria-label={label}>
          <SmallPicture url={picture.thumbnailUrl} mime={picture.mime} alt="" width={36} height={36} />
          {text}
          <Button variant="subtle" size="compact-sm" aria-label={remove} onClick={onRemove}>
            {words.removeOwn}
          </Button>
        </li>
      ))}
    </ul>
  );
}
