import { Button, Group, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { language } from "../language/language.ts";
import { words } from "./words.ts";

/** A text to take along, such as a link. Where the browser does not let the page copy (plain http), it can be selected. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const { copied, copy, error } = useClipboard({ timeout: 3000 });
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        miw={0}
        label={label}
        value={value}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
        styles={{ input: { fontFamily: "monospace" } }}
        description={error === null ? undefined : words.cannotCopy}
      />
      <Button
        variant="default"
        onClick={() => copy(value)}
        aria-label={words.copyOf({ label: language === "en" ? label.toLowerCase() : label })}
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      >
        {copied ? words.copied : words.copy}
      </Button>
    </Group>
  );
}
