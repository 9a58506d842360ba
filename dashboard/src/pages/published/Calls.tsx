import { Code, Stack, Text } from "@mantine/core";
import type { ExplainedAttempt } from "@rostrum/contract/private/foresight.ts";
import { storyWords as words } from "./words.ts";

/** What was said with the network, folded away. */
export function Calls({ calls, leftOut }: { readonly calls: ExplainedAttempt["calls"]; readonly leftOut: number }) {
  if (calls.length === 0) return null;
  return (
    <details>
      <summary style={{ cursor: "pointer", minHeight: 24, fontSize: "var(--mantine-font-size-sm)" }}>
        {words.requests(calls.length + leftOut)}
      </summary>
      <Stack gap="sm" pt="xs">
        {calls.map(({ at, method, url, status, milliseconds, sent, reply }) => (
          <Stack gap={4} key={`${at} ${url}`}>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {method} {url}: {status ?? words.noReply}, {words.milliseconds(milliseconds)}
            </Text>
            <Said title={words.sent} text={sent} />
            <Said title={words.reply} text={reply} />
          </Stack>
        ))}
        {leftOut > 0 && <Text size="sm">{words.callsLeftOut(leftOut)}</Text>}
      </Stack>
    </details>
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
