import { Code, Stack, Text } from "@mantine/core";
import type { ExplainedAttempt } from "@rostrum/contract/private/foresight.ts";
import type { Result } from "@rostrum/contract/private/published.ts";
import { Fold } from "../../parts/Fold.tsx";
import { HelpLinks } from "../../parts/HelpLinks.tsx";
import { printCount } from "../../parts/numbers.ts";
import type { Step } from "./story.ts";
import { words } from "./story-words.ts";

/** Codes, the service's own words, and what was said with the network, folded away. */
export function Technical({ result, steps }: { readonly result: Result; readonly steps: readonly Step[] }) {
  const { message, reason } = result;
  const count = steps.reduce((sum, { calls, callsLeftOut }) => sum + calls.length + callsLeftOut, 0);
  if (count === 0 && message === null && reason === null) return null;
  return (
    <Fold title={words.technical({ count })}>
      <Stack gap="sm" pt="xs">
        {reason !== null && <Line text={words.code({ code: reason })} />}
        {message !== null && <Line text={words.said({ message })} />}
        {steps.map(({ key, detail, calls, callsLeftOut }) => (
          <Stack gap="sm" key={key}>
            {detail !== null && detail !== message && <Line text={detail} />}
            {calls.map((call) => (
              <Call key={`${call.at} ${call.url}`} call={call} />
            ))}
            {callsLeftOut > 0 && <Line text={words.callsLeftOut({ count: callsLeftOut })} />}
          </Stack>
        ))}
      </Stack>
    </Fold>
  );
}

function Line({ text }: { readonly text: string }) {
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      <HelpLinks text={text} />
    </Text>
  );
}

function Call({ call: { method, url, status, milliseconds, sent, reply } }: { readonly call: ExplainedAttempt["calls"][number] }) {
  return (
    <Stack gap={4}>
      <Line text={`${method} ${url}: ${status ?? words.noReply}, ${words.milliseconds({ count: printCount(milliseconds) })}`} />
      <Said title={words.sent} text={sent} />
      <Said title={words.reply} text={reply} />
    </Stack>
  );
}

function Said({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null || text === "") return null;
  return (
    <Stack gap={0}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text}
      </Code>
    </Stack>
  );
}
