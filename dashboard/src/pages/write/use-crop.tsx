import { Button, Group, Text } from "@mantine/core";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { type ReactNode, useState } from "react";
import { later } from "../../parts/later.tsx";
import { words } from "./files-words.ts";
import { type DraftMedium, replaced } from "./state.ts";
import type { Composer } from "./use-composer.ts";

const CropDialog = later(async () => (await import("../../parts/crop/CropDialog.tsx")).CropDialog);

interface Crop {
  /** Opens the dialog. */
  open(medium: DescribedMedium): void;
  readonly view: ReactNode;
}

/** A part of a picture takes its place in the post, with the text that was written for it; undone, the original is back. */
export function useCrop({ brandId, draft, channels, changeMedia }: Pick<Composer, "brandId" | "draft" | "channels" | "changeMedia">): Crop {
  const [opened, open] = useState<DescribedMedium | null>(null);
  const [last, setLast] = useState<{ readonly before: DescribedMedium; readonly after: DescribedMedium } | null>(null);
  const isThere = last !== null && draft.media.some((item: DraftMedium) => item.kind === "file" && item.medium.id === last.after.id);
  const view = (
    <>
      {last !== null && isThere && (
        <Group gap="xs" role="status">
          <Text size="sm">{words.files.cropped(last.before.name)}</Text>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              changeMedia((media) => replaced(media, last.after.id, last.before));
              setLast(null);
            }}
          >
            {words.files.undoCrop}
          </Button>
        </Group>
      )}
      {opened !== null && (
        <CropDialog
          brandId={brandId}
          medium={{ id: opened.id, name: opened.name, url: opened.path }}
          types={channels.map(({ type }) => type)}
          isStory={draft.isStory}
          onClose={() => open(null)}
          onCropped={(made) => {
            changeMedia((media) => replaced(media, opened.id, made));
            setLast({ before: opened, after: made });
            open(null);
          }}
        />
      )}
    </>
  );
  return { open, view };
}
