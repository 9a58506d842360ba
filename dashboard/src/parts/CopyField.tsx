import { Button, Group, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";

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
        description={error === null ? undefined : "Your browser does not let this page copy. Select the text and copy it yourself."}
      />
      <Button
        variant="default"
        onClick={() => copy(value)}
        aria-label={`Copy ${label.toLowerCase()}`}
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      >
        {copied ? "Copied" : "Copy"}
      </Button>
    </Group>
  );
}
