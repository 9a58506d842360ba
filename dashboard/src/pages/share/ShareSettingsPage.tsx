import { Button, Group, List, Text } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useSession } from "../../api/session.ts";
import { CopyField } from "../../parts/CopyField.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Section, Sections } from "../../parts/Section.tsx";
import { bookmarkletFor } from "../../share/bookmarklet.ts";
import { words } from "./words.ts";

/** How to send something here from another page or app. */
export function ShareSettingsPage() {
  const { service } = useSession();
  const address = bookmarkletFor(service.publicUrl);
  return (
    <>
      <PageHead title={words.settings} lead={words.settingsLead} />
      <Sections>
        <Section title={words.bookmarklet} lead={words.bookmarkletLead}>
          <Group>
            <Bookmark address={address} />
            <Text size="sm" c="dimmed">
              {words.bookmarkHint}
            </Text>
          </Group>
          <CopyField label={words.bookmarkCode} value={address} />
          <Text size="sm" c="dimmed">
            {words.bookmarkLimits}
          </Text>
        </Section>
        <Section title={words.phone} lead={words.phoneLead}>
          <List>
            {Object.values(words.phoneSteps).map((step) => (
              <List.Item key={step}>{step}</List.Item>
            ))}
          </List>
          <Text size="sm" c="dimmed">
            {words.phoneNeeds}
          </Text>
        </Section>
      </Sections>
    </>
  );
}

/** React takes an address that is code for a mistake, so it is set by hand. A click here would be blocked by the page's policy. */
function Bookmark({ address }: { readonly address: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.setAttribute("href", address), [address]);
  return (
    <Button
      component="a"
      ref={link}
      draggable
      leftSection={<IconBookmark size={16} aria-hidden />}
      onClick={(event) => event.preventDefault()}
      styles={{ root: { cursor: "grab" } }}
    >
      {words.bookmark}
    </Button>
  );
}
