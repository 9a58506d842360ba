import { Anchor, Group, List, Text } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { api, dataOf } from "../../api/client.ts";
import { has, useBrand, useSession } from "../../api/session.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { Panel } from "../../parts/Panel.tsx";
import { useAct } from "../../parts/use-act.ts";
import { words } from "./words.ts";

/** Says what the demo is, and takes it away; nothing in any other brand. */
export function DemoPanel({ brandId }: { readonly brandId: number }) {
  const { user, service } = useSession();
  const brand = useBrand(brandId);
  const navigate = useNavigate();
  const act = useAct(
    async () => {
      await dataOf(api.removeDemo({ brandId }));
      await navigate({ to: "/", state: { leftBrandId: brandId } });
    },
    { done: () => words.demo.removed, changes: [["session"]] },
  );
  if (brand?.isDemo !== true) return null;
  return (
    <Panel title={words.demo.title} lead={words.demo.lead}>
      <List size="sm" spacing="xs">
        <List.Item>{words.demo.posts}</List.Item>
        <List.Item>
          {words.demo.networks}
          {service.sandbox && (
            <>
              {" "}
              <Anchor href="/sandbox/" inherit underline="always">
                {words.demo.look}
              </Anchor>
            </>
          )}
        </List.Item>
        {user.isDemo && (
          <List.Item>
            {words.demo.you({ email: user.email })}{" "}
            <Anchor inherit underline="always" renderRoot={(props) => <Link to="/settings/profile" {...props} />}>
              {words.demo.profile}
            </Anchor>
          </List.Item>
        )}
      </List>
      {has(brand, "owner") && (
        <Group align="center">
          <ConfirmButton
            label={words.demo.remove}
            question={words.demo.question}
            consequence={words.demo.consequence}
            onConfirm={() => act.mutate(undefined)}
            loading={act.isPending}
          />
          <Text size="sm" c="dimmed">
            {words.demo.later}
          </Text>
        </Group>
      )}
    </Panel>
  );
}
