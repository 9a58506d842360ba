import { ActionIcon, Group, Popover } from "@mantine/core";
import { IconAt, IconHash, IconLink, IconMoodSmile } from "@tabler/icons-react";
import { type RefObject, useState } from "react";
import { later } from "../../../parts/later.tsx";
import { words } from "../words.ts";

const EmojiList = later(async () => (await import("./EmojiList.tsx")).EmojiList);

interface ToolbarProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Puts emoji and the signs of hashtags, mentions and links where the cursor is. */
export function Toolbar({ area, text, onChange }: ToolbarProps) {
  const [isOpen, setOpen] = useState(false);
  const say = words.editor;
  const insert = (piece: string, { apart = true } = {}) => {
    const field = area.current;
    const [start, end] = field === null ? [text.length, text.length] : [field.selectionStart, field.selectionEnd];
    const before = text.slice(0, start);
    const given = apart && before !== "" && !/\s$/.test(before) ? ` ${piece}` : piece;
    onChange(`${before}${given}${text.slice(end)}`);
    // Once the field has the new text.
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(start + given.length, start + given.length);
    });
  };
  const tools = [
    { label: say.hashtag, Icon: IconHash, piece: "#" },
    { label: say.mention, Icon: IconAt, piece: "@" },
    { label: say.link, Icon: IconLink, piece: "https://" },
  ];
  return (
    <Group gap={2} role="group" aria-label={say.tools} mx={-7} mt={6} mb={10}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus returnFocus withinPortal>
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" c="var(--text-2)" size="lg" aria-label={say.emoji} onClick={() => setOpen(!isOpen)}>
            <IconMoodSmile size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p="xs">
          {isOpen && (
            <EmojiList
              onClose={() => setOpen(false)}
              onChoose={(emoji) => {
                setOpen(false);
                insert(emoji, { apart: false });
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {tools.map(({ label, Icon, piece }) => (
        <ActionIcon key={label} variant="subtle" color="gray" c="var(--text-2)" size="lg" aria-label={label} onClick={() => insert(piece)}>
          <Icon size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}
