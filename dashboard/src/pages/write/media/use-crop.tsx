import { Button, Group, Text } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { type ReactNode, useState } from "react";
import { later } from "../../../parts/later.tsx";
import { type DraftMedium, replaced } from "../state.ts";
import type { Composer } from "../use-composer.ts";
import { words } from "./words.ts";

const CropDialog = later(async () => (await import("../../../parts/crop/CropDialog.tsx")).CropDialog);

interface Crop {
  /** Opens the dialog; for networks that refuse the picture's shape, with one that they take. */
  open(medium: DescribedMedium, refusing?: readonly ChannelType[]): void;
  readonly view: ReactNode;
}

/** A part of a picture takes its place in the post, with the text that was written for it; undone, the original is back. */
export function useCrop({ brandId, draft, channels, changeMedia }: Pick<Composer, "brandId" | "draft" | "channels" | "changeMedia">): Crop {
  const [opened, setOpened] = useState<{ readonly medium: DescribedMedium; readonly refusing: readonly ChannelType[] } | null>(null);
  const [last, setLast] = useState<{ readonly before: DescribedMedium; readonly after: DescribedMedium } | null>(null);
  const isThere = last !== null && draft.media.some((item: DraftMedium) => item.kind === "file" && item.medium.id === last.after.id);
  const view = (
    <>
      {last !== null && isThere && (
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
      )}
      {opened !== null && (
        <CropDialog
          brandId={brandId}
          medium={{ id: opened.medium.id, name: opened.medium.name, url: opened.medium.path }}
          types={channels.map(({ type }) => type)}
          refusing={opened.refusing}
          isStory={draft.isStory}
          onClose={() => setOpened(null)}
          onCropped={(made) => {
            changeMedia((media) => replaced(media, opened.medium.id, made));
            setLast({ before: opened.medium, after: made });
            setOpened(null);
          }}
        />
      )}
    </>
  );
  return { open: (medium, refusing = []) => setOpened({ medium, refusing }), view };
}
