import { Group, Progress, Stack, Switch, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { printCount } from "../../parts/numbers.ts";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { printBytes } from "./bytes.ts";
import { accountQuery } from "./queries.ts";
import { words } from "./words.ts";

const NAMES = ["brands", "collections", "automations", "scheduledPosts", "mediaBytes"] as const;

/** The sensitive-actions switch, and the limits of the plan with what is used of them. */
export function AccountPanel() {
  const account = useSuspenseQuery(accountQuery).data;
  const change = useAct((sensitiveActions: boolean) => dataOf(api.updateOwnAccount({ sensitiveActions })), {
    done: ({ sensitiveActions }) => (sensitiveActions ? words.sensitiveOn : words.sensitiveOff),
    changes: [accountQuery.queryKey],
  });
  return (
    <Section title={words.account} lead={words.accountLead}>
      <Switch
        label={words.sensitive}
        description={words.sensitiveHint}
        checked={change.isPending ? change.variables : account.sensitiveActions}
        disabled={change.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
        {NAMES.map((name) => {
          const { used, max } = account.usage[name];
          const print = name === "mediaBytes" ? printBytes : printCount;
          return (
            <li key={name}>
              <Group justify="space-between" gap="xs">
                <Text>{words.usage[name]}</Text>
                <Text>{max === null ? words.noLimit({ used: print(used) }) : words.of({ used: print(used), max: print(max) })}</Text>
              </Group>
              {max !== null && (
                <Progress
                  mt={4}
                  value={max === 0 ? 100 : Math.min(100, (used / max) * 100)}
                  color={used >= max ? "red" : "blue"}
                  aria-label={words.usage[name]}
                />
              )}
            </li>
          );
        })}
      </Stack>
    </Section>
  );
}
