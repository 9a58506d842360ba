import { CloseButton, Group, Stack, Text } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { NetworkDiscs } from "../../../parts/look/NetworkDisc.tsx";
import { CommentFields } from "../CommentFields.tsx";
import { groundAmong } from "../mentions/use-suggestions.ts";
import { withOptions } from "../options.ts";
import { PollFields } from "../PollFields.tsx";
import { type ChosenPlace, PlaceField } from "../place/PlaceField.tsx";
import { EMPTY_COMMENT, EMPTY_POLL } from "../state.ts";
import type { Composer } from "../use-composer.ts";
import { words } from "../words.ts";
import css from "./editor.module.css";

/** What can be added to the post where a ticked network can show it, each opened in its place. */
export function Parts({ composer }: { readonly composer: Composer }) {
  const { draft, change, problems, channels } = composer;
  const say = words.extras;
  const ticked = channels.filter(({ id }) => !draft.leftOut.includes(id));
  const those = (can: (channel: (typeof channels)[number]) => boolean) => [...new Set(ticked.filter(can).map(({ type }) => type))];
  const commenting = those(({ comments }) => comments);
  const commentGround = groundAmong(
    composer.brandId,
    ticked.filter(({ comments }) => comments),
  );
  const polling = those(({ type }) => platforms[type].polls);
  const telling = those(({ type }) => platforms[type].stories);
  const placers = ticked.filter(({ type }) => type === "Instagram" || type === "Facebook");
  const placing = [...new Set(placers.map(({ type }) => type))];
  const { instagram, facebook } = draft.platforms;
  const place = instagram?.location ?? facebook?.location ?? null;
  const [isPlacing, setPlacing] = useState(false);
  const isPlaced = isPlacing || place !== null;
  const setPlace = (chosen: ChosenPlace | null) => {
    const location = chosen ?? undefined;
    const options =
      placing.includes("Instagram") || chosen === null ? withOptions(draft.platforms, "instagram", { location }) : draft.platforms;
    change({ platforms: placing.includes("Facebook") || chosen === null ? withOptions(options, "facebook", { location }) : options });
  };
  const removePlace = () => {
    setPlacing(false);
    if (place !== null) setPlace(null);
  };
  return (
    <>
      <Group gap={8} mt={16} role="group" aria-label={words.editor.add}>
        {draft.comment === null && <Chip label={say.comment} types={commenting} onClick={() => change({ comment: EMPTY_COMMENT })} />}
        {draft.poll === null && <Chip label={say.poll} types={polling} onClick={() => change({ poll: EMPTY_POLL })} />}
        {!draft.isStory && <Chip label={say.storyField} types={telling} onClick={() => change({ isStory: true })} />}
        {!isPlaced && <Chip label={say.place} types={placing} onClick={() => setPlacing(true)} />}
      </Group>
      {draft.comment !== null && (
        <Part title={say.comment} types={commenting} close={say.removeComment} onClose={() => change({ comment: null })}>
          <CommentFields
            comment={draft.comment}
            error={problems.comment}
            ground={commentGround}
            onChange={(comment) => change({ comment })}
          />
        </Part>
      )}
      {draft.poll !== null && (
        <Part title={say.poll} types={polling} close={say.removePoll} onClose={() => change({ poll: null })}>
          <PollFields poll={draft.poll} error={problems.poll} onChange={(poll) => change({ poll })} />
        </Part>
      )}
      {draft.isStory && (
        <Part title={say.storyField} types={telling} close={say.removeStory} onClose={() => change({ isStory: false })}>
          <Text size="sm">{say.storyOn}</Text>
        </Part>
      )}
      {isPlaced && (
        <Part title={say.place} types={placing} close={`${say.place}: ${words.close}`} onClose={removePlace}>
          <PlaceField place={place} channels={placers} onChange={setPlace} />
        </Part>
      )}
    </>
  );
}

interface ChipProps {
  readonly label: string;
  readonly types: readonly ChannelType[];
  readonly onClick: () => void;
}

function Chip({ label, types, onClick }: ChipProps) {
  if (types.length === 0) return null;
  return (
    <button type="button" className={css.chip} onClick={onClick} aria-label={label}>
      <IconPlus size={16} stroke={1.75} aria-hidden />
      {label}
      <NetworkDiscs types={types} size={15} />
    </button>
  );
}

interface PartProps {
  readonly title: string;
  readonly types: readonly ChannelType[];
  readonly close: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Part({ title, types, close, onClose, children }: PartProps) {
  return (
    <section className={css.part} aria-label={title}>
      <div className={css.partHead}>
        <span>{title}</span>
        {types.length > 0 && <NetworkDiscs types={types} size={15} />}
        <CloseButton ml="auto" aria-label={close} onClick={onClose} />
      </div>
      <Stack gap="sm">{children}</Stack>
    </section>
  );
}
