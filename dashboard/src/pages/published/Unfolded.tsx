import { Anchor, Button, Text, Title, VisuallyHidden } from "@mantine/core";
import type { ExplainedDelivery, Explanation } from "@rostrum/contract/private/foresight.ts";
import type { Result } from "@rostrum/contract/private/published.ts";
import type { SentPost } from "@rostrum/contract/private/sent-posts.ts";
import { IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { HelpLinks } from "../../parts/HelpLinks.tsx";
import { NetworkDisc } from "../../parts/look/NetworkDisc.tsx";
import { StateMark } from "../../parts/look/StateMark.tsx";
import { printMoment } from "../../parts/moments.ts";
import { tellReason } from "../../parts/reasons/reasons.ts";
import { Choices } from "./Choices.tsx";
import css from "./published.module.css";
import { explanationQuery } from "./queries.ts";
import { nameOf, networkOf, stateOf } from "./rows.ts";
import { departureOf, nextOf, type Step, stepsOf } from "./story.ts";
import { words as story } from "./story-words.ts";
import { Technical } from "./Technical.tsx";
import { words } from "./words.ts";

interface UnfoldedProps {
  readonly post: SentPost;
  readonly result: Result;
  readonly brandId: number;
  readonly zone: string;
  readonly isEditor: boolean;
  readonly onClose: () => void;
}

/** How it came to what became of a post on one network, what happens next, and what can be done. */
export function Unfolded({ post, result, brandId, zone, isEditor, onClose }: UnfoldedProps) {
  const box = useRef<HTMLElement>(null);
  const network = networkOf(result);
  const { postId } = post;
  const { data: explanation } = useQuery({ ...explanationQuery(postId ?? 0, brandId), enabled: postId !== null });
  const delivery = explanation?.deliveries.find(({ deliveryId }) => deliveryId === result.id);
  const print = (instant: string) => printMoment(instant, zone);
  useEffect(() => {
    // What it returns, a promise in some browsers, is no clean-up.
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const leave = ({ key }: KeyboardEvent) => {
    if (key !== "Escape") return;
    document.getElementById(`entry-${result.id}`)?.focus();
    onClose();
  };
  return (
    <div className={css.unfolded}>
      <section ref={box} className={css.box} aria-label={story.whatHappened} onKeyDown={leave}>
        <div className={css.told}>
          <Sentence post={post} result={result} network={network} />
          <Title order={2} size="h5">
            {story.whatHappened}
          </Title>
          {postId === null ? (
            <Text className={css.quiet ?? ""}>{story.deleted}</Text>
          ) : (
            explanation !== undefined &&
            delivery !== undefined && (
              <Steps explanation={explanation} delivery={delivery} result={result} network={network} print={print} />
            )
          )}
          <Technical result={result} steps={delivery === undefined ? [] : stepsOf(delivery, network)} />
        </div>
        <div className={css.ahead}>
          <Title order={2} size="h5">
            {story.whatNext}
          </Title>
          <Text className={css.quiet ?? ""}>{nextOf(result, { network, rejoinsAt: explanation?.rejoinsAt ?? null, print })}</Text>
          {isEditor && <Choices post={post} result={result} brandId={brandId} network={network} />}
          <Counts result={result} print={print} />
          <OpenLink result={result} network={network} />
          <Others post={post} result={result} />
          <Button variant="subtle" size="compact-sm" mt="auto" onClick={onClose}>
            {story.close}
          </Button>
        </div>
      </section>
    </div>
  );
}

/** What became of it, for people. */
function Sentence({ post, result, network }: { readonly post: SentPost; readonly result: Result; readonly network: string }) {
  const told = tellReason({ reason: result.reason, message: result.message, network: result.channel.type });
  const isTrouble = result.state === "FAILED" || result.state === "SKIPPED" || result.state === "RETRYING" || result.state === "waiting";
  return (
    <div className={css.say}>
      {result.channel.type === null ? (
        <StateMark state={stateOf(result)} size={24} />
      ) : (
        <NetworkDisc type={result.channel.type} size={32} state={stateOf(result)} />
      )}
      <p>
        <b>{headOf(result)({ network, text: nameOf(post) })}</b>
        <br />
        {result.isComment && `${story.commentBelow} `}
        {(isTrouble || result.state === "unknown" || result.state === "pending") && told !== null && (
          <HelpLinks text={`${told.sentence} `} />
        )}
        {result.state === "FAILED" && story.once}
      </p>
    </div>
  );
}

function headOf({ state, needsSettling }: Result): (values: { readonly network: string; readonly text: string }) => string {
  if (needsSettling) return story.unsure;
  if (state === "FAILED") return story.refused;
  if (state === "SKIPPED") return story.leftOut;
  if (state === "SENT") return story.isHanded;
  return state === "PUBLISHED" ? story.isOut : story.onItsWay;
}

interface StepsProps {
  readonly explanation: Explanation;
  readonly delivery: ExplainedDelivery;
  readonly result: Result;
  readonly network: string;
  readonly print: (instant: string) => string;
}

function Steps({ explanation, delivery, result, network, print }: StepsProps) {
  const steps = stepsOf(delivery, network);
  return (
    <ol className={css.steps}>
      <Line hour={print(result.dueAt)} mood="leaving" text={departureOf(explanation, delivery)} />
      {steps.length === 0 && <Line hour="" mood="skipped" text={story.notSent} />}
      {steps.map(({ key, at, mood, text }) => (
        <Line key={key} hour={print(at)} mood={mood} text={text} />
      ))}
      {result.state === "FAILED" && result.reason === "rejected" && <Line hour="" mood="skipped" text={story.notAgain} />}
    </ol>
  );
}

function Line({ hour, mood, text }: { readonly hour: string; readonly mood: Step["mood"]; readonly text: string }) {
  return (
    <li>
      <span className={`${css.hour} figures`}>{hour}</span>
      <StateMark state={mood} size={14} isNamed />
      <span>{text}</span>
    </li>
  );
}

/** When readers' responses were read. */
function Counts({ result, print }: { readonly result: Result; readonly print: (instant: string) => string }) {
  const { counts, countsNextAt, state } = result;
  if (counts === null) {
    if (state !== "PUBLISHED") return null;
    return (
      <Text className={css.quiet ?? ""}>{countsNextAt === null ? words.noCounts : words.readNext({ moment: print(countsNextAt) })}</Text>
    );
  }
  const told = [
    counts.likes === null ? null : words.likesOf({ count: counts.likes }),
    counts.comments === null ? null : words.commentsOf({ count: counts.comments }),
    counts.shares === null ? null : words.sharesOf({ count: counts.shares }),
    words.readAt({ moment: print(counts.readAt) }),
  ];
  return <Text className={css.quiet ?? ""}>{told.filter((part) => part !== null).join(" · ")}</Text>;
}

/** Where readers find it. */
function OpenLink({ result: { url }, network }: { readonly result: Pick<Result, "url">; readonly network: string }) {
  if (url === null) return null;
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" style={{ display: "inline-flex", gap: 4, minHeight: 24 }}>
      {words.open({ network })}
      <IconExternalLink size={16} aria-hidden />
      <VisuallyHidden>{words.newWindow}</VisuallyHidden>
    </Anchor>
  );
}

/** That it is out elsewhere, where it is not here. */
function Others({ post, result }: { readonly post: SentPost; readonly result: Result }) {
  if (result.state === "PUBLISHED" || result.state === "SENT") return null;
  const out = post.results.filter(({ isComment, state }) => !isComment && state === "PUBLISHED");
  if (out.length === 0) return null;
  const [first] = out;
  return (
    <>
      <Text className={css.quiet ?? ""}>{story.others({ networks: [...new Set(out.map(networkOf))].join(", "), count: out.length })}</Text>
      {first !== undefined && <OpenLink result={first} network={networkOf(first)} />}
    </>
  );
}
