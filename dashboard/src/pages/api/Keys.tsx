import { Badge, Button, Group, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { Row, Rows } from "../../parts/Rows.tsx";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { NewKeyDialog } from "./NewKeyDialog.tsx";
import { keysQuery } from "./queries.ts";
import { words } from "./words.ts";

export function Keys({ onMade }: { readonly onMade: (key: string) => void }) {
  const zone = useSession().user.timezone ?? ownZone();
  const keys = useSuspenseQuery(keysQuery).data;
  const { dialog } = useSearch({ from: "/settings/api" });
  const navigate = useNavigate({ from: "/settings/api" });
  const setDialog = (to: "key" | undefined) => void navigate({ search: (search) => ({ ...search, dialog: to }), resetScroll: false });
  const revoke = useAct(({ id }: { readonly id: number; readonly name: string }) => dataOf(api.revokeOwnKey({ keyId: id })), {
    done: (_, { name }) => words.revoked({ name }),
    changes: [keysQuery.queryKey],
  });
  const print = (instant: string) => printMoment(instant, zone);
  const now = new Date().toISOString();
  return (
    <Section title={words.keys} lead={words.keysLead({ zone })}>
      {keys.length === 0 && <Text>{words.noKeys}</Text>}
      {keys.length > 0 && (
        <Rows label={words.keys}>
          {keys.map(({ id, name, hint, createdAt, lastUsedAt, expiresAt, revokedAt }) => {
            const isOver = revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.parse(now));
            const facts = [
              words.created({ moment: print(createdAt) }),
              lastUsedAt === null ? words.unused : words.used({ moment: print(lastUsedAt) }),
            ];
            if (expiresAt !== null && !isOver) facts.push(words.ends({ moment: print(expiresAt) }));
            return (
              <Row
                key={id}
                title={
                  <Group gap="xs">
                    {name}
                    <Text size="sm" c="dimmed" ff="monospace">
                      {hint}
                    </Text>
                    {isOver && (
                      <Badge color="gray" variant="light" tt="none">
                        {revokedAt === null
                          ? words.ended({ moment: print(expiresAt ?? now) })
                          : words.revokedAt({ moment: print(revokedAt) })}
                      </Badge>
                    )}
                  </Group>
                }
                actions={
                  isOver ? undefined : (
                    <ConfirmButton
                      size="xs"
                      label={words.revoke}
                      name={words.revokeLabel({ name })}
                      question={words.revokeQuestion({ name })}
                      consequence={words.revokeText}
                      loading={revoke.isPending && revoke.variables.id === id}
                      onConfirm={() => revoke.mutate({ id, name })}
                    />
                  )
                }
              >
                {facts.join(" · ")}
              </Row>
            );
          })}
        </Rows>
      )}
      <Group>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog("key")}>
          {words.newKey}
        </Button>
      </Group>
      {dialog === "key" && <NewKeyDialog zone={zone} onClose={() => setDialog(undefined)} onMade={onMade} />}
    </Section>
  );
}
