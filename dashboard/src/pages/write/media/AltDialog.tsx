import { Button, Group, Text, Textarea } from "@mantine/core";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { SmallPicture } from "../../../parts/SmallPicture.tsx";
import { textProblem } from "../checks.ts";
import type { Composer } from "../use-composer.ts";
import { words } from "./words.ts";

interface AltDialogProps {
  readonly composer: Pick<Composer, "draft" | "change" | "changeMedia" | "problems">;
  /** The place of the file in the post. */
  readonly index: number;
  readonly onClose: () => void;
}

/** What a file shows, in words of its own, or in one text for all that have none. */
export function AltDialog({ composer: { draft, change, changeMedia, problems }, index, onClose }: AltDialogProps) {
  const item = draft.media[index];
  if (item === undefined) return null;
  const name = item.kind === "file" ? item.medium.name : item.url;
  const description = item.kind === "file" ? item.medium.description : null;
  const set = (alt: string) => changeMedia((media) => media.map((one, at) => (at === index ? { ...one, alt } : one)));
  return (
    <FormDialog title={words.altTitle} submit={words.done} cancel={null} onSubmit={onClose} onClose={onClose}>
      {item.kind === "file" && <SmallPicture url={item.medium.thumbnailUrl} mime={item.medium.mime} alt="" width="100%" height={220} />}
      <Textarea
        data-autofocus
        label={words.altOf({ name })}
        description={words.altHint}
        autosize
        minRows={2}
        value={item.alt}
        error={textProblem(item.alt)}
        placeholder={draft.alt.trim() === "" ? "" : words.asAll({ text: draft.alt })}
        onChange={({ currentTarget: { value } }) => set(value)}
      />
      {description !== null && description !== item.alt && (
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => set(description)}>
            {words.fromDescription}
          </Button>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {description}
          </Text>
        </Group>
      )}
      {(draft.media.length > 1 || draft.alt !== "") && (
        <Textarea
          label={words.altForAll}
          autosize
          minRows={1}
          value={draft.alt}
          error={problems.alt}
          onChange={({ currentTarget: { value } }) => change({ alt: value })}
        />
      )}
    </FormDialog>
  );
}
