import { Button, Group, Stack, Text } from "@mantine/core";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { CopyField } from "../../parts/CopyField.tsx";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { feedQuery } from "./queries.ts";
import { words } from "./words.ts";

const SAID = { on: words.feedIsOn, off: words.feedIsOff, renew: words.feedIsRenewed } as const;

/** The feed of what the brand has published: whether it is on, and its addresses. */
export function FeedPanel({ brand }: { readonly brand: SessionBrand }) {
  const { queryKey } = feedQuery(brand.id);
  const { rss, json } = useSuspenseQuery(feedQuery(brand.id)).data;
  const act = useAct((set: keyof typeof SAID) => dataOf(api.setBrandFeed({ brandId: brand.id, set })), {
    done: (_, set) => SAID[set],
    changes: [queryKey],
  });
  return (
    <Section title={words.feed} lead={words.feedLead}>
      {rss === null || json === null ? (
        <>
          <Text>{words.feedOff}</Text>
          <Group>
            <Button variant="default" loading={act.isPending} onClick={() => act.mutate("on")}>
              {words.switchFeedOn}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <Text>{words.feedOn}</Text>
          <Stack gap="sm">
            <CopyField label={words.feedRss} value={rss} />
            <CopyField label={words.feedJson} value={json} />
          </Stack>
          <Group>
            <ConfirmButton
              label={words.renewFeed}
              question={words.renewFeedQuestion}
              consequence={words.renewFeedText}
              loading={act.isPending}
              onConfirm={() => act.mutate("renew")}
            />
            <ConfirmButton
              label={words.switchFeedOff}
              question={words.feedOffQuestion}
              consequence={words.feedOffText}
              loading={act.isPending}
              onConfirm={() => act.mutate("off")}
            />
          </Group>
        </>
      )}
    </Section>
  );
}
