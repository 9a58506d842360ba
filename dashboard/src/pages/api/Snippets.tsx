import { Button, Code, Group, Stack, Tabs, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useSession } from "../../api/session.ts";
import { Section } from "../../parts/Section.tsx";
import { SNIPPET_NAMES, type SnippetName } from "./search.ts";
import { KEY_PLACE, snippetsFor } from "./snippets.ts";
import { words } from "./words.ts";

/** What to paste where, with the service's address and, if there is one, the key that was just created. */
export function Snippets({ madeKey }: { readonly madeKey: string | null }) {
  const { service } = useSession();
  const { snippet = "curl" } = useSearch({ from: "/settings/api" });
  const navigate = useNavigate({ from: "/settings/api" });
  const clipboard = useClipboard({ timeout: 3000 });
  const snippets = snippetsFor(service.publicUrl, madeKey ?? KEY_PLACE);
  const choose = (name: string | null) =>
    void navigate({ search: (search) => ({ ...search, snippet: (name ?? undefined) as SnippetName | undefined }), resetScroll: false });
  return (
    <Section title={words.snippets} lead={madeKey === null ? words.snippetsLead : words.snippetsKey}>
      <Tabs value={snippet} onChange={choose} keepMounted={false}>
        <Tabs.List>
          {SNIPPET_NAMES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {snippets[name].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SNIPPET_NAMES.map((name) => (
          <Tabs.Panel key={name} value={name} pt="md">
            <Stack gap="xs">
              <Text size="sm">{snippets[name].hint}</Text>
              {/* A long line scrolls on its own, so the keyboard must reach it. */}
              <Code block tabIndex={0} role="region" aria-label={snippets[name].label}>
                {snippets[name].text}
              </Code>
              <Group>
                <Button variant="default" size="xs" onClick={() => clipboard.copy(snippets[name].text)}>
                  {clipboard.copied ? words.copied : words.copy}
                </Button>
              </Group>
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}
