import { Accordion, Stack, Switch, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useState } from "react";
import { CommentFields } from "./CommentFields.tsx";
import type { Problems } from "./checks.ts";
import { hasOptions, NetworkOptions } from "./NetworkOptions.tsx";
import { PollFields } from "./PollFields.tsx";
import { PreferenceFields } from "./PreferenceFields.tsx";
import type { Draft } from "./state.ts";
import type { Composer } from "./use-composer.ts";
import { words } from "./words.ts";

type Section = "title" | "thread" | "poll" | "comment" | "options" | "preferences";

/** What most posts do without, folded away until it is used. */
export function Extras({ composer }: { readonly composer: Composer }) {
  const { draft, change, problems, channels } = composer;
  const [open, setOpen] = useState<string[]>(() => used(draft));
  const say = words.extras;
  const isOpen = (section: Section) => open.includes(section) || faulty(problems).includes(section);
  const types = channels.map(({ type }) => type);
  const own = channels.filter(({ preferences }) => preferences.some(({ perPost }) => perPost));
  return (
    <Accordion multiple variant="contained" value={SECTIONS.filter(isOpen)} onChange={setOpen}>
      <Fold name="title" label={say.title}>
        <TextInput
          label={say.titleField}
          description={say.titleHint}
          value={draft.title}
          error={problems.title}
          onChange={({ currentTarget: { value } }) => change({ title: value })}
        />
        <TextInput
          label={say.linkField}
          description={say.linkHint}
          type="url"
          value={draft.link}
          error={problems.link}
          onChange={({ currentTarget: { value } }) => change({ link: value })}
        />
      </Fold>
      <Fold name="thread" label={say.thread}>
        <Switch
          label={say.threadField}
          description={say.threadFieldHint}
          checked={draft.isThread}
          onChange={({ currentTarget: { checked } }) => change({ isThread: checked })}
        />
        <Switch
          label={say.storyField}
          description={say.storyFieldHint}
          checked={draft.isStory}
          onChange={({ currentTarget: { checked } }) => change({ isStory: checked })}
        />
      </Fold>
      <Fold name="poll" label={say.poll}>
        <PollFields poll={draft.poll} error={problems.poll} onChange={(poll) => change({ poll })} />
      </Fold>
      <Fold name="comment" label={say.comment}>
        {channels.length > 0 && !channels.some(({ comments }) => comments) && <Text size="sm">{say.noComments}</Text>}
        <CommentFields comment={draft.comment} error={problems.comment} onChange={(comment) => change({ comment })} />
      </Fold>
      {(hasOptions(types) || problems.platforms !== undefined) && (
        <Fold name="options" label={say.options}>
          <NetworkOptions
            channels={composer.channels}
            options={draft.platforms}
            error={problems.platforms}
            onChange={(platforms) => change({ platforms })}
          />
        </Fold>
      )}
      {own.length > 0 && (
        <Fold name="preferences" label={say.preferences}>
          <PreferenceFields
            channels={own}
            own={draft.preferences}
            error={problems.preferences}
            onChange={(preferences) => change({ preferences })}
          />
        </Fold>
      )}
    </Accordion>
  );
}

const SECTIONS: readonly Section[] = ["title", "thread", "poll", "comment", "options", "preferences"];

function Fold({ name, label, children }: { readonly name: Section; readonly label: string; readonly children: ReactNode }) {
  return (
    <Accordion.Item value={name}>
      <Accordion.Control>{label}</Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">{children}</Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function used({ title, link, isThread, isStory, poll, comment, platforms, preferences }: Draft): Section[] {
  const uses: Readonly<Record<Section, boolean>> = {
    title: title !== "" || link !== "",
    thread: isThread || isStory,
    poll: poll !== null,
    comment: comment !== null,
    options: Object.keys(platforms).length > 0,
    preferences: Object.values(preferences).some((values) => Object.keys(values).length > 0),
  };
  return SECTIONS.filter((section) => uses[section]);
}

/** What has to be mended is never folded away. */
function faulty({ title, link, poll, comment, platforms, preferences }: Problems): Section[] {
  const faults: Readonly<Record<Section, unknown>> = {
    title: title ?? link,
    thread: undefined,
    poll,
    comment,
    options: platforms,
    preferences,
  };
  return SECTIONS.filter((section) => faults[section] !== undefined);
}
