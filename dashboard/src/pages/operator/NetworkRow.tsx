import { Button, Menu, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { CopyField } from "../../parts/CopyField.tsx";
import { Fold } from "../../parts/Fold.tsx";
import { HelpLinks } from "../../parts/HelpLinks.tsx";
import { NetworkDisc } from "../../parts/look/NetworkDisc.tsx";
import { networkName } from "../../parts/look/networks.ts";
import { printDay } from "../../parts/moments.ts";
import { printCount } from "../../parts/numbers.ts";
import { Row, RowMenu } from "../../parts/Rows.tsx";
import { StateLine, type Tone } from "../../parts/StateLine.tsx";
import { ApplicationDialog } from "./ApplicationDialog.tsx";
import { LimitsDialog, labelOf, unitOf } from "./LimitsDialog.tsx";
import type { Network } from "./queries.ts";
import { words } from "./words.ts";

type LogIn = Network["logIns"][number];

/** One network: whether people can log in there, and what is to be done. */
export function NetworkRow({ network }: { readonly network: Network }) {
  const { type, logIns, budgets, credentials, sandbox } = network;
  const say = words.networks;
  const name = networkName(type);
  const [open, setOpen] = useState<LogIn | "limits" | null>(null);
  const close = () => setOpen(null);
  const [missing] = logIns.filter(({ source }) => source === null);
  const others = logIns.filter((logIn) => logIn !== missing && (logIn.source === null || logIn.source === "set"));
  const ways = [logIns.length > 0 && say.by.logIn, credentials && say.by.credentials, sandbox && say.by.sandbox];
  return (
    <Row
      picture={<NetworkDisc type={type} size={32} isNamed />}
      title={
        <Title order={2} size="h4">
          {name}
        </Title>
      }
      state={<State network={network} />}
      actions={
        <>
          {missing !== undefined && (
            <Button
              variant="default"
              size="compact-md"
              aria-label={say.of({ action: say.set, network: missing.network })}
              onClick={() => setOpen(missing)}
            >
              {say.set}
            </Button>
          )}
          {(others.length > 0 || budgets.length > 0) && (
            <RowMenu label={say.menuOf({ network: name })}>
              {others.map((logIn) => (
                <Menu.Item key={logIn.application} onClick={() => setOpen(logIn)}>
                  {say.of({ action: logIn.source === null ? say.set : say.change, network: logIn.network })}
                </Menu.Item>
              ))}
              {budgets.length > 0 && <Menu.Item onClick={() => setOpen("limits")}>{say.limits}</Menu.Item>}
            </RowMenu>
          )}
          {open === "limits" && <LimitsDialog network={network} onClose={close} />}
          {open !== null && open !== "limits" && <ApplicationDialog network={network} logIn={open} onClose={close} />}
        </>
      }
      below={<Technical network={network} />}
    >
      {ways.filter((way) => way !== false).join(" · ")}
    </Row>
  );
}

function State({ network: { logIns, lacks } }: { readonly network: Network }) {
  const say = words.networks;
  const missing = logIns.filter(({ source }) => source === null);
  // The sentences of what else is lacking name settings.
  const isMore = lacks.length > missing.length;
  const line = (tone: Tone, word: string, small?: string) => (
    <StateLine tone={tone} word={word}>
      {small}
      {isMore && missing.length > 0 && <div>{say.seeTechnical}</div>}
    </StateLine>
  );
  if (missing.length > 0) {
    const isNone = missing.length === logIns.length;
    const names = missing.map(({ network }) => network).join(", ");
    return isNone ? line("off", say.notSet, say.untilThen) : line("wait", say.oneMissing({ networks: names }));
  }
  if (isMore) return line("wait", say.somethingLeft, say.seeTechnical);
  return line("good", say.ready, logIns.length > 0 && logIns.every(({ source }) => source === "itself") ? say.byItself : undefined);
}

/** Addresses, ids and the service's own sentences, which name settings. */
function Technical({ network: { logIns, budgets, lacks } }: { readonly network: Network }) {
  const say = words.networks;
  const registered = logIns.filter(({ source }) => source !== "itself");
  if (registered.length === 0 && budgets.length === 0 && lacks.length === 0) return null;
  return (
    <Fold title={words.technical}>
      <Stack gap="sm" pt="xs" pb="xs">
        {lacks.map((sentence) => (
          <Line key={sentence} text={sentence} />
        ))}
        {registered.map(({ application, network, clientId, source, redirectUri }) => (
          <Stack key={application} gap={4}>
            {clientId !== null && <Line text={say.idOf({ network, id: clientId })} />}
            {source === "environment" && <Line text={say.fromEnvironment} />}
            <CopyField label={say.redirect({ network })} value={redirectUri} />
          </Stack>
        ))}
        {budgets.map((budget) => (
          <Line key={`${budget.name} ${budget.sandbox}`} text={usedOf(budget)} />
        ))}
      </Stack>
    </Fold>
  );
}

function usedOf(budget: Network["budgets"][number]): string {
  const say = words.networks;
  const facts = { used: printCount(budget.used), day: printDay(budget.cycleEndsOn) };
  return budget.limit === null
    ? `${labelOf(budget)}. ${say.usedOf({ ...facts, unit: unitOf(budget) })}`
    : say.usedWithin({ ...facts, budget: labelOf(budget), limit: printCount(budget.limit) });
}

function Line({ text }: { readonly text: string }) {
  return (
    <Text size="sm" maw={760} style={{ overflowWrap: "anywhere" }}>
      <HelpLinks text={text} />
    </Text>
  );
}
