import { Button, Group, NativeSelect, SimpleGrid, Stack, Text } from "@mantine/core";
import { IMPORT_FIELDS, type ImportField, type ImportPreview } from "@rostrum/contract/private/imports.ts";
import { useState } from "react";
import { type Choices, withField } from "./choices.ts";
import { words } from "./words.ts";

const EXAMPLE_LENGTH_MAX = 40;

interface ColumnsFormProps {
  readonly preview: ImportPreview;
  /** Whether somebody has said so already. */
  readonly isChanged: boolean;
  readonly choose: (change: Partial<Choices>) => void;
}

/** What each column is: at hand where the file was not recognised, else behind a button. */
export function ColumnsForm({ preview: { source, columns }, isChanged, choose }: ColumnsFormProps) {
  const [isOpen, setOpen] = useState(source === "OTHER" || isChanged);
  const own = columns.map(({ field }) => field);
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hideColumns : words.showColumns}
        </Button>
      </Group>
      {isOpen && (
        <Stack gap="xs" role="group" aria-label={words.columns}>
          <Text size="sm" c="dimmed">
            {words.columnsLead}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {columns.map(({ column, name, field, example }, index) => (
              <NativeSelect
                key={column}
                label={example === "" ? name : words.column({ name, example: example.slice(0, EXAMPLE_LENGTH_MAX) })}
                data={[{ value: "", label: words.ignored }, ...IMPORT_FIELDS.map((value) => ({ value, label: words.fields[value] }))]}
                value={field ?? ""}
                onChange={({ currentTarget: { value } }) =>
                  choose({ fields: withField(own, index, value === "" ? null : (value as ImportField)), places: {} })
                }
              />
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </Stack>
  );
}
