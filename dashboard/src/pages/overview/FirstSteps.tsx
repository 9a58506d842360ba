import { Anchor, List, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { collectionsQuery, conditionsQuery } from "../../api/brand-queries.ts";
import { has, useBrand } from "../../api/session.ts";
import { Panel } from "../../parts/Panel.tsx";
import { words } from "./words.ts";

/** The way of a new brand to its first post; nothing once there are a channel and a collection. */
export function FirstSteps({ brandId }: { readonly brandId: number }) {
  const brand = useBrand(brandId);
  const hasChannels = useSuspenseQuery(conditionsQuery(brandId)).data.length > 0;
  const hasCollections = useSuspenseQuery(collectionsQuery(brandId)).data.length > 0;
  if (brand === null || !has(brand, "admin") || (hasChannels && hasCollections)) return null;
  return (
    <Panel title={words.steps.title} lead={words.steps.lead}>
      <List type="ordered" spacing="xs">
        <List.Item>
          {hasChannels ? (
            <Done text={words.steps.connect} />
          ) : (
            <Anchor
              renderRoot={(props) => <Link to="/brands/$brandId/channels" params={{ brandId }} search={{ connect: "any" }} {...props} />}
            >
              {words.steps.connect}
            </Anchor>
          )}
        </List.Item>
        <List.Item>
          {hasCollections ? (
            <Done text={words.steps.collect} />
          ) : (
            <Anchor
              renderRoot={(props) => <Link to="/brands/$brandId/collections" params={{ brandId }} search={{ create: true }} {...props} />}
            >
              {words.steps.collect}
            </Anchor>
          )}
        </List.Item>
        <List.Item>
          <Anchor renderRoot={(props) => <Link to="/brands/$brandId/write" params={{ brandId }} {...props} />}>{words.steps.write}</Anchor>
        </List.Item>
      </List>
      <Anchor renderRoot={(props) => <Link to="/brands/$brandId/import" params={{ brandId }} {...props} />}>{words.steps.import}</Anchor>
    </Panel>
  );
}

function Done({ text }: { readonly text: string }) {
  return (
    <Text span c="dimmed">
      {text} ({words.steps.done})
    </Text>
  );
}
