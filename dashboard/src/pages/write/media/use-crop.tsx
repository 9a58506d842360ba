import { Button, Group, NativeSelect, Text } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { type ReactNode, useState } from "react";
import { later } from "../../../parts/later.tsx";
import { networkName } from "../../../parts/look/networks.ts";
import { type FileOfDraft, withOwn } from "../pictures.ts";
import { type DraftMedium, replaced } from "../state.ts";
import type { Composer } from "../use-composer.ts";
import { refusingShape } from "./refusing.ts";
import { words } from "./words.ts";

const CropDialog = later(async () => (await import("../../../parts/crop/CropDialog.tsx")).CropDialog);

export interface Crop {
  /** Opens the dialog: for all channels, or for these networks, which refuse the picture's shape. */
  readonly open: (item: FileOfDraft, types?: readonly ChannelType[]) => void;
  /** The same for the first picture that a network refuses by its shape; null if it refuses none. */
  readonly mendFor: (type: ChannelType) => (() => void) | null;
  readonly dialog: ReactNode;
  /** Says that a picture was cropped for all channels, which can be taken back here. */
  readonly note: ReactNode;
}

interface Opened {
  readonly item: FileOfDraft;
  /** The networks for which it is cropped; none: all. */
  readonly types: readonly ChannelType[];
  /** Several networks that refuse it, and can have one crop together. */
  readonly together: readonly ChannelType[];
}

/** A part of a picture takes its place in the post, for all channels or for some networks alone; the original stays in the library. */
export function useCrop({ brandId, draft, channels, changeMedia }: Pick<Composer, "brandId" | "draft" | "channels" | "changeMedia">): Crop {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [last, setLast] = useState<{ readonly before: DescribedMedium; readonly after: DescribedMedium } | null>(null);
  const isThere = last !== null && draft.media.some((item: DraftMedium) => item.kind === "file" && item.medium.id === last.after.id);
  const all = [...new Set(channels.filter(({ id }) => !draft.leftOut.includes(id)).map(({ type }) => type))];
  const open: Crop["open"] = (item, types = []) => setOpened({ item, types, together: types });
  const note = last !== null && isThere && (
    <Group gap="xs" role="status">
      <Text size="sm">{words.cropped({ name: last.before.name })}</Text>
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          changeMedia((media) => replaced(media, last.after.id, last.before));
          setLast(null);
        }}
      >
        {words.undoCrop}
      </Button>
    </Group>
  );
  const dialogFor = ({ item: { medium }, types, together }: Opened) => {
    const isForAll = types.length === 0;
    const options = [[], ...(together.length > 1 ? [together] : []), ...all.map((type) => [type])];
    return (
      <CropDialog
        brandId={brandId}
        medium={{ id: medium.id, name: medium.name, url: medium.path }}
        types={isForAll ? all : types}
        refusing={isForAll ? [] : refusingShape([{ kind: "file", alt: "", medium }], 0, { types, isStory: draft.isStory })}
        isStory={draft.isStory}
        target={
          <NativeSelect
            label={words.target}
            value={types.join()}
            data={options.map((option) => ({ value: option.join(), label: option.map(networkName).join(", ") || words.allChannels }))}
            onChange={({ currentTarget: { value } }) =>
              setOpened((known) => known && { ...known, types: options.find((option) => option.join() === value) ?? [] })
            }
          />
        }
        onClose={() => setOpened(null)}
        onCropped={(made) => {
          changeMedia((media) => (isForAll ? replaced(media, medium.id, made) : withOwn(media, { id: medium.id, types, medium: made })));
          if (isForAll) setLast({ before: medium, after: made });
          setOpened(null);
        }}
      />
    );
  };
  return {
    open,
    mendFor: (type) => {
      const { media, isStory } = draft;
      const item = media.find((_, index) => refusingShape(media, index, { types: [type], isStory }).length > 0);
      return item?.kind === "file" ? () => open(item, [type]) : null;
    },
    dialog: opened !== null && dialogFor(opened),
    note,
  };
}
