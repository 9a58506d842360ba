import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import { IconDots, IconMapPin, IconWorld } from "@tabler/icons-react";
import { BareAvatar } from "../look/avatars.tsx";
import { FoldedText } from "./FoldedText.tsx";
import { MANNERS, TALL_ACTIONS } from "./manners.ts";
import css from "./NetPreview.module.css";
import type { PreviewChannel } from "./NetPreview.tsx";
import { Pictures, type PreviewMedium, type ShapedMedium } from "./Pictures.tsx";
import { words } from "./words.ts";

type Shown = NonNullable<PreviewedChannel["shown"]>;
type Part = Shown["parts"][number];

interface LayoutProps {
  readonly channel: PreviewChannel;
  readonly shown: Shown;
  readonly media: ReadonlyMap<string, PreviewMedium>;
  readonly hour: string | null;
}

/** A post between the lines that its network draws. */
export function Layout(props: LayoutProps) {
  const { layout } = MANNERS[props.channel.type];
  const { frame } = props.shown;
  if (layout === "tall" || frame === "story" || frame === "reel" || frame === "short") return <Tall {...props} />;
  if (layout === "rail") return <Rail {...props} />;
  if (layout === "bubble") return <Bubbles {...props} />;
  if (layout === "watch") return <Watch {...props} />;
  if (layout === "pin") return <Pin {...props} />;
  return <Card {...props} isPictureFirst={layout === "picture"} />;
}

/** Facebook, LinkedIn, Google, a webhook; with its pictures first, Instagram. */
function Card({ channel, shown, media, hour, isPictureFirst }: LayoutProps & { readonly isPictureFirst: boolean }) {
  const { more, actions, hasSquareFace } = MANNERS[channel.type];
  const isPlain = channel.type === "Social Media";
  return shown.parts.map((part, index) => {
    const text = (
      <FoldedText
        type={channel.type}
        text={part.text}
        mentions={part.mentions}
        foldAt={part.foldAt}
        more={more}
        className={css.body}
        {...(isPictureFirst ? { name: handleOf(channel) } : {})}
      />
    );
    const pictures = <Files shown={shown} part={part} media={media} hasDots={isPictureFirst} />;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place
      <div key={index}>
        <div className={css.head}>
          <BareAvatar channel={channel} size={isPictureFirst ? 30 : 40} isSquare={hasSquareFace === true} />
          <span className={css.who}>
            <b>{isPictureFirst ? handleOf(channel) : channel.name}</b>
            <Place shown={shown} />
            {!isPictureFirst && (
              <small>
                {isPlain ? words.webhook : (hour ?? "")}
                {!isPlain && <IconWorld size={12} aria-hidden />}
              </small>
            )}
          </span>
          <IconDots size={18} aria-hidden />
        </div>
        {!isPictureFirst && text}
        {index === 0 && shown.title !== null && <p className={css.title}>{shown.title}</p>}
        {pictures}
        <LinkCard part={part} isButton={shown.frame === "update"} />
        <Vote part={part} />
        {actions.length > 0 && (
          <div className={css.actions} data-wide={!isPictureFirst || undefined} aria-hidden>
            {actions.map(({ Icon, label }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: actions are known by their place
              <span key={at}>
                <Icon size={isPictureFirst ? 22 : 17} stroke={1.75} />
                {label}
              </span>
            ))}
          </div>
        )}
        {isPictureFirst && text}
      </div>
    );
  });
}

/** X, Threads, Bluesky, Mastodon: a thread runs along the accounts' pictures. */
function Rail({ channel, shown, media, hour }: LayoutProps) {
  const { more, actions, hasSquareFace } = MANNERS[channel.type];
  const { parts } = shown;
  return parts.map((part, index) => (
    <section
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place
      key={index}
      className={css.rail}
      data-goes-on={index < parts.length - 1 || undefined}
      {...(parts.length > 1 ? { "aria-label": words.part({ number: index + 1, count: parts.length }) } : {})}
    >
      <BareAvatar channel={channel} size={38} isSquare={hasSquareFace === true} />
      <div className={css.railBody}>
        <p className={css.line}>
          <b>{channel.type === "Threads" ? handleOf(channel) : channel.name}</b>
          <span>
            {channel.type !== "Threads" && channel.handle != null && ` ${atOf(channel.handle)}`}
            {hour !== null && ` · ${hour}`}
          </span>
        </p>
        <FoldedText type={channel.type} text={part.text} mentions={part.mentions} foldAt={part.foldAt} more={more} />
        <div className={css.rounded}>
          <Files shown={shown} part={part} media={media} />
          <LinkCard part={part} />
        </div>
        <Vote part={part} />
        <div className={css.actions} aria-hidden>
          {actions.map(({ Icon }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: actions are known by their place
            <Icon key={at} size={17} stroke={1.75} />
          ))}
        </div>
      </div>
    </section>
  ));
}

/** Telegram: a message each. */
function Bubbles({ channel, shown, media, hour }: LayoutProps) {
  return (
    <div className={css.chat}>
      {shown.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place
        <div key={index} className={css.bubble}>
          <b className={css.sender}>{channel.name}</b>
          <Files shown={shown} part={part} media={media} />
          <FoldedText
            type={channel.type}
            text={part.text}
            mentions={part.mentions}
            foldAt={part.foldAt}
            more={MANNERS[channel.type].more}
          />
          <LinkCard part={part} />
          <Vote part={part} />
          {hour !== null && <small>{hour}</small>}
        </div>
      ))}
    </div>
  );
}

/** YouTube: the film, and what stands below it. */
function Watch({ channel, shown, media, hour }: LayoutProps) {
  const { more, actions } = MANNERS[channel.type];
  return shown.parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place
    <div key={index}>
      <Files shown={shown} part={part} media={media} />
      {shown.title !== null && <p className={css.title}>{shown.title}</p>}
      <div className={css.head}>
        <BareAvatar channel={channel} size={34} />
        <span className={css.who}>
          <b>{channel.name}</b>
          {hour !== null && <small>{hour}</small>}
        </span>
        <span className={css.pill} aria-hidden>
          {words.actions.subscribe}
        </span>
      </div>
      <div className={css.pills} aria-hidden>
        {actions.map(({ Icon, label }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions are known by their place
          <span key={at}>
            <Icon size={17} stroke={1.75} />
            {label}
          </span>
        ))}
      </div>
      <FoldedText type={channel.type} text={part.text} mentions={part.mentions} foldAt={part.foldAt} more={more} className={css.box} />
    </div>
  ));
}

/** What fills a reader's screen: stories, reels, shorts, everything on TikTok. */
function Tall({ channel, shown, media }: LayoutProps) {
  const { more, actions } = MANNERS[channel.type];
  const isStory = shown.frame === "story";
  return shown.parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place
    <div key={index} className={css.tall}>
      {part.mediaIds.length === 0 ? (
        <span className={css.nothing} />
      ) : (
        <Files shown={{ ...shown, gallery: "carousel" }} part={part} media={media} />
      )}
      <div className={isStory ? css.over : css.under}>
        <div className={css.head}>
          <BareAvatar channel={channel} size={32} />
          <span className={css.who}>
            <b>{handleOf(channel)}</b>
            <Place shown={shown} />
          </span>
        </div>
        {!isStory && shown.title !== null && <p className={css.title}>{shown.title}</p>}
        {!isStory && <FoldedText type={channel.type} text={part.text} mentions={part.mentions} foldAt={part.foldAt} more={more} />}
      </div>
      {isStory ? (
        <span className={css.reply} aria-hidden>
          {words.story}
        </span>
      ) : (
        <div className={css.column} aria-hidden>
          {(actions.length > 0 ? actions : TALL_ACTIONS).map(({ Icon }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: actions are known by their place
            <Icon key={at} size={26} stroke={1.75} />
          ))}
        </div>
      )}
    </div>
  ));
}

function Pin({ channel, shown, media }: LayoutProps) {
  const { more, actions } = MANNERS[channel.type];
  return shown.parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place
    <div key={index} className={css.pin}>
      <div className={css.rounded}>
        <Files shown={shown} part={part} media={media} hasDots />
      </div>
      <div className={css.actions} aria-hidden>
        {actions.map(({ Icon }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions are known by their place
          <Icon key={at} size={20} stroke={1.75} />
        ))}
        <span className={css.pinSave}>{words.actions.save}</span>
      </div>
      {shown.title !== null && <p className={css.title}>{shown.title}</p>}
      <FoldedText type={channel.type} text={part.text} mentions={part.mentions} foldAt={part.foldAt} more={more} />
      {part.card !== null && (
        <p className={css.pinLink}>
          {part.card.domain}
          <span className={css.pill}>{words.actions.visit}</span>
        </p>
      )}
      <div className={css.head}>
        <BareAvatar channel={channel} size={28} />
        <b>{channel.name}</b>
      </div>
    </div>
  ));
}

function Place({ shown: { place } }: { readonly shown: Shown }) {
  if (place === null) return null;
  return (
    <small dir="auto">
      <IconMapPin size={12} aria-hidden />
      {place}
    </small>
  );
}

interface FilesProps {
  readonly shown: Shown;
  readonly part: Part;
  readonly media: ReadonlyMap<string, PreviewMedium>;
  readonly hasDots?: boolean;
}

function Files({ shown: { gallery, cellsMax }, part: { shapes }, media, hasDots = false }: FilesProps) {
  const files = shapes.flatMap(({ id, ratio, isCut }): ShapedMedium[] => {
    const medium = media.get(id);
    return medium === undefined ? [] : [{ medium, ratio, isCut }];
  });
  return files.length === 0 ? null : <Pictures files={files} gallery={gallery} cellsMax={cellsMax} hasDots={hasDots} />;
}

function LinkCard({ part: { card }, isButton = false }: { readonly part: Part; readonly isButton?: boolean }) {
  if (card === null) return null;
  if (isButton) return <p className={css.button}>{card.title ?? card.domain}</p>;
  return (
    <p className={css.card}>
      <small>{card.domain}</small>
      <b>{card.title ?? card.url}</b>
    </p>
  );
}

function Vote({ part: { poll } }: { readonly part: Part }) {
  if (poll === null) return null;
  return (
    <div className={css.poll}>
      {poll.question !== null && <b>{poll.question}</b>}
      <ul>
        {poll.options.map((option) => (
          <li key={option}>{option}</li>
        ))}
      </ul>
    </div>
  );
}

/** Networks that know people by their handles show these instead of names. */
function handleOf({ handle, name }: PreviewChannel): string {
  return (handle ?? name).replace(/^@/, "");
}

function atOf(handle: string): string {
  return handle.startsWith("@") ? handle : `@${handle}`;
}
