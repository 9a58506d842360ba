import { Anchor, Button, Loader, Stack, Text, Timeline, Title } from "@mantine/core";
import type { ExplainedDelivery, Explanation } from "@rostrum/contract/private/foresight.ts";
import { RESULT_STATES, type Result } from "@rostrum/contract/private/published.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { printMoment } from "../../parts/moments.ts";
import { Calls } from "./Calls.tsx";
import { explanationQuery } from "./queries.ts";
import { channelText } from "./result-text.ts";
import { departureOf, nextOf, type Step, stepsOf } from "./story.ts";
import { stateWords, storyWords, words } from "./words.ts";

interface StoryProps {
  readonly entry: Result;
  readonly brandId: number;
  readonly zone: string;
}

/** When and why it left, what was tried, what the network answered, and what happens next. */
export function Story({ entry, brandId, zone }: StoryProps) {
  if (entry.postId === null) return <Text c="dimmed">{storyWords.deleted}</Text>;
  return <PostStory postId={entry.postId} entry={entry} brandId={brandId} zone={zone} />;
}

function PostStory({ postId, entry, brandId, zone }: StoryProps & { readonly postId: number }) {
  const { data: explanation, error, isPending, refetch } = useQuery(explanationQuery(postId, brandId));
  if (isPending) return <Loader aria-label={storyWords.title} />;
  // What has been read stays while it cannot be read anew.
  if (explanation === undefined)
    return (
      <Stack role="alert" align="flex-start">
        <Text>{error?.message}</Text>
        <Button onClick={() => void refetch()}>{words.tryAgain}</Button>
      </Stack>
    );
  const own = explanation.deliveries.find(({ deliveryId }) => deliveryId === entry.id);
  const print = (instant: string) => printMoment(instant, zone);
  return (
    <>
      {own !== undefined && <Happened explanation={explanation} delivery={own} print={print} />}
      <Others explanation={explanation} entryId={entry.id} brandId={brandId} print={print} />
    </>
  );
}

interface HappenedProps {
  readonly explanation: Explanation;
  readonly delivery: ExplainedDelivery;
  readonly print: (instant: string) => string;
}

const MOODS = { good: "green", bad: "red", open: "gray" } as const;

function Happened({ explanation, delivery, print }: HappenedProps) {
  const steps = stepsOf(delivery);
  return (
    <>
      <Stack component="section" gap="xs" aria-labelledby="happened">
        <Title order={3} size="h5" id="happened">
          {storyWords.whatHappened}
        </Title>
        <Text>{departureOf(explanation, delivery, print)}</Text>
        {delivery.kind === "COMMENT" && <Text>{storyWords.commentOf}</Text>}
        {steps.length === 0 ? (
          <Text>{storyWords.notSent}</Text>
        ) : (
          <Timeline active={steps.length - 1} bulletSize={14} lineWidth={2}>
            {steps.map((step) => (
              <Timeline.Item key={step.key} color={MOODS[step.mood]}>
                <StepText step={step} print={print} />
              </Timeline.Item>
            ))}
          </Timeline>
        )}
      </Stack>
      <Stack component="section" gap="xs" aria-labelledby="next">
        <Title order={3} size="h5" id="next">
          {storyWords.whatNext}
        </Title>
        <Text>{nextOf(delivery, explanation.rejoinsAt, print)}</Text>
      </Stack>
    </>
  );
}

function StepText({ step, print }: { readonly step: Step; readonly print: (instant: string) => string }) {
  return (
    <Stack gap={2}>
      <Text>{step.text}</Text>
      {step.detail !== null && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {step.detail}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {print(step.at)}
      </Text>
      <Calls calls={step.calls} leftOut={step.callsLeftOut} />
    </Stack>
  );
}

interface OthersProps extends Omit<HappenedProps, "delivery"> {
  readonly entryId: number;
  readonly brandId: number;
}

/** The post on its other channels and in other rounds. */
function Others({ explanation: { deliveries, deliveriesLeftOut }, entryId, brandId, print }: OthersProps) {
  const others = deliveries.filter(({ deliveryId, status }) => deliveryId !== entryId && isListed(status)).reverse();
  if (others.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="others">
      <Title order={3} size="h5" id="others">
        {storyWords.others}
      </Title>
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: "none" }}>
        {others.map((delivery) => (
          <li key={delivery.deliveryId}>
            <Anchor
              size="sm"
              style={{ display: "inline-block", minHeight: 24 }}
              renderRoot={(props) => (
                <Link
                  to="/brands/$brandId/published"
                  params={{ brandId }}
                  search={(before) => ({ ...before, entry: delivery.deliveryId })}
                  resetScroll={false}
                  {...props}
                />
              )}
            >
              {otherText(delivery, print)}
            </Anchor>
          </li>
        ))}
      </Stack>
      {deliveriesLeftOut > 0 && (
        <Text size="sm" c="dimmed">
          {storyWords.leftOut(deliveriesLeftOut)}
        </Text>
      )}
    </Stack>
  );
}

function isListed(status: string): status is Result["state"] {
  return RESULT_STATES.some((state) => state === status);
}

function otherText({ channel, channelType, dueUtc, status, kind }: ExplainedDelivery, print: (instant: string) => string): string {
  const place = channelText({ channel: { id: null, name: channel, type: channelType } });
  const state = isListed(status) ? stateWords[status] : status;
  return [place, kind === "COMMENT" ? words.comment : null, print(`${dueUtc.replace(" ", "T")}:00Z`), state].filter(Boolean).join(" · ");
}
