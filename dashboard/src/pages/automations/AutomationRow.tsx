import { Button, Group, Menu, Switch, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { AutomationStatus } from "@rostrum/contract/automations.ts";
import type { AutomationState } from "@rostrum/contract/private/automations.ts";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { BrandLogo } from "../../parts/look/avatars.tsx";
import { printMoment } from "../../parts/moments.ts";
import { Row, RowMenu } from "../../parts/Rows.tsx";
import { StateLine, type Tone } from "../../parts/StateLine.tsx";
import { useAct } from "../../parts/use-act.ts";
import { words } from "./words.ts";

const TONES = { ACTIVE: "good", PAUSED: "off", FAILING: "wait", STOPPED: "bad" } as const satisfies Record<AutomationStatus, Tone>;

interface AutomationRowProps {
  readonly brandId: number;
  readonly zone: string;
  readonly automation: AutomationState;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly onEdit: () => void;
  readonly onRuns: () => void;
}

/** One feed: where its posts go, how it stands, and the switch. */
export function AutomationRow({ brandId, zone, automation, mayEdit, mayDelete, onEdit, onRuns }: AutomationRowProps) {
  const { id, name, status, feedUrl, collection, addPostsAsDraft } = automation;
  const changes = [["brand", brandId, "automations"]] as const;
  const [isAsking, { open: ask, close }] = useDisclosure(false);
  const look = useAct(() => dataOf(api.runAutomationNow({ automationId: id })), { done: () => words.looking({ name }), changes });
  const turn = useAct((to: "ACTIVE" | "PAUSED") => dataOf(api.updateAutomation({ automationId: id, status: to })), {
    done: (_, to) => (to === "PAUSED" ? words.paused({ name }) : words.resumed({ name })),
    changes,
  });
  const remove = useAct(() => dataOf(api.removeAutomation({ automationId: id })), { done: () => words.deleted, changes });
  const isOn = status === "ACTIVE" || status === "FAILING";
  const isTroubled = automation.problem !== null && status !== "PAUSED";
  return (
    <Row
      picture={<BrandLogo brand={{ id, title: name }} size={40} />}
      title={
        <Title order={2} size="h4">
          {name}
        </Title>
      }
      state={
        <StateLine tone={isTroubled && status === "ACTIVE" ? "wait" : TONES[status]} word={words.statuses[status]}>
          {newsOf(automation, zone).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </StateLine>
      }
      actions={
        <>
          {mayEdit && (
            <Switch
              size="md"
              aria-label={words.runs({ name })}
              checked={isOn}
              disabled={turn.isPending}
              onChange={() => turn.mutate(isOn ? "PAUSED" : "ACTIVE")}
            />
          )}
          <RowMenu label={words.more({ name })}>
            {mayEdit && isOn && <Menu.Item onClick={() => look.mutate(undefined)}>{words.look}</Menu.Item>}
            {mayEdit && <Menu.Item onClick={onEdit}>{words.edit}</Menu.Item>}
            <Menu.Item onClick={onRuns}>{words.looks}</Menu.Item>
            {mayDelete && (
              <>
                <Menu.Divider />
                <Menu.Item color="red" onClick={ask}>
                  {words.delete}
                </Menu.Item>
              </>
            )}
          </RowMenu>
          {isAsking && (
            <ConfirmDialog
              question={words.deleteQuestion({ name })}
              confirm={words.delete}
              onConfirm={() => {
                close();
                remove.mutate(undefined);
              }}
              onClose={close}
            >
              <Text>{words.deleteConsequence}</Text>
            </ConfirmDialog>
          )}
        </>
      }
      below={
        isTroubled ? (
          <Trouble automation={automation} zone={zone}>
            {mayEdit && status === "STOPPED" && (
              <Button size="compact-md" variant="default" loading={turn.isPending} onClick={() => turn.mutate("ACTIVE")}>
                {words.restart}
              </Button>
            )}
            {mayEdit && status === "FAILING" && (
              <Button size="compact-md" variant="default" loading={look.isPending} onClick={() => look.mutate(undefined)}>
                {words.look}
              </Button>
            )}
          </Trouble>
        ) : undefined
      }
    >
      <a href={feedUrl} target="_blank" rel="noreferrer">
        {withoutScheme(feedUrl)}
      </a>
      <div>{addPostsAsDraft ? words.intoDrafts({ collection }) : words.intoQueue({ collection })}</div>
    </Row>
  );
}

/** When it looks next, and what it has brought. */
function newsOf({ nextRunAt, refreshRate, lastPostAt, postsMade }: AutomationState, zone: string): readonly string[] {
  const last = lastPostAt === null ? words.noneLately : words.lastPost({ when: printMoment(lastPostAt, zone) });
  return [
    ...(nextRunAt === null ? [] : [words.nextLook({ when: printMoment(nextRunAt, zone), rate: words.rates[refreshRate] })]),
    postsMade === null || postsMade === 0 ? last : `${last} · ${words.made({ posts: postsMade })}`,
  ];
}

interface TroubleProps {
  readonly automation: AutomationState;
  readonly zone: string;
  readonly children: React.ReactNode;
}

function Trouble({ automation: { status, problem, failures, failingSince }, zone, children }: TroubleProps) {
  // What a run that read the feed could not do, it does not try again.
  const next = status === "FAILING" || status === "STOPPED" ? words.troubles[status] : words.troubles.once;
  return (
    <Group gap="sm" mt={4} align="center">
      <Text size="sm" flex="1 1 260px">
        <b>{problem}</b>
        {failingSince !== null && ` ${next} ${words.failingSince({ failures, since: printMoment(failingSince, zone) })}`}
      </Text>
      {children}
    </Group>
  );
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
}
