import { Button, Fieldset, Group, Stack, Text, Textarea } from "@mantine/core";
import { textProblem } from "./checks.ts";
import { nameOf } from "./FileList.tsx";
import { words } from "./files-words.ts";
import { type DraftMedium, shownIn } from "./state.ts";
import { Thumbnail } from "./Thumbnails.tsx";
import type { Composer } from "./use-composer.ts";

const SIZE = 56;

/** What the files of a post show, each in words of its own, and one text for those without. */
export function AltTexts({ composer }: { readonly composer: Composer }) {
  const { draft, change, changeMedia, problems } = composer;
  const say = words.files;
  const described = draft.media.flatMap((item, index) => (isSeen(item) ? [{ item, index }] : []));
  if (described.length === 0 && draft.alt === "") return null;
  const missing = described.filter(({ item }) => item.alt.trim() === "" && draft.alt.trim() === "").length;
  const set = (at: number, alt: string) => changeMedia((media) => media.map((item, index) => (index === at ? { ...item, alt } : item)));
  return (
    <Fieldset legend={say.alts}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {say.altsHint}
        </Text>
        {described.map(({ item, index }) => (
          <AltText
            key={item.kind === "file" ? `${item.medium.id} ${index}` : `${item.url} ${index}`}
            item={item}
            forAll={draft.alt}
            onChange={(alt) => set(index, alt)}
          />
        ))}
        {(described.length > 1 || draft.alt !== "") && (
          <Textarea
            label={say.alt}
            autosize
            minRows={1}
            value={draft.alt}
            error={problems.alt}
            onChange={({ currentTarget: { value } }) => change({ alt: value })}
          />
        )}
        <Text size="sm" role="status">
          {missing === 0 ? "" : say.altMissing(missing)}
        </Text>
      </Stack>
    </Fieldset>
  );
}

interface AltTextProps {
  readonly item: DraftMedium;
  readonly forAll: string;
  readonly onChange: (alt: string) => void;
}

function AltText({ item, forAll, onChange }: AltTextProps) {
  const say = words.files;
  const name = nameOf(item);
  const description = item.kind === "file" ? item.medium.description : null;
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      {item.kind === "file" && <Thumbnail {...shownIn({ alt: forAll }, item)} size={SIZE} />}
      <Stack gap={4} flex={1} miw={0}>
        <Textarea
          label={say.altOf(name)}
          autosize
          minRows={1}
          value={item.alt}
          error={textProblem(item.alt)}
          placeholder={forAll.trim() === "" ? "" : say.asAll(forAll)}
          onChange={({ currentTarget: { value } }) => onChange(value)}
        />
        {description !== null && description !== item.alt && (
          <Group gap="xs">
            <Button variant="default" size="xs" aria-label={say.fromLibraryOf(name, description)} onClick={() => onChange(description)}>
              {say.fromLibrary}
            </Button>
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {description}
            </Text>
          </Group>
        )}
      </Stack>
    </Group>
  );
}

/** Documents are read, not looked at. */
function isSeen(item: DraftMedium): boolean {
  return item.kind === "address" || /^(image|video)\//.test(item.medium.mime);
}
