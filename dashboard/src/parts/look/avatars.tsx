import type { ChannelType } from "@rostrum/contract/channels.ts";
import { type CSSProperties, type ReactNode, useState } from "react";
import { hueOf } from "./hues.ts";
import css from "./look.module.css";
import { NetworkDisc } from "./NetworkDisc.tsx";

interface ChannelAvatarProps {
  readonly channel: { readonly id: number; readonly name: string; readonly type: ChannelType; readonly avatarUrl?: string | null };
  /** In pixels. */
  readonly size?: number;
  readonly isOff?: boolean;
}

/** The picture of a connected account with the sign of its network. Decoration: the channel's name stands beside it. */
export function ChannelAvatar({ channel, size = 36, isOff = false }: ChannelAvatarProps) {
  return (
    <Face picture={channel.avatarUrl ?? null} title={channel.name} hue={hueOf(channel.id)} size={size} isOff={isOff}>
      <span className={css.avatarDisc}>
        <NetworkDisc type={channel.type} size={Math.round(size * 0.44)} isNamed />
      </span>
    </Face>
  );
}

interface BareAvatarProps extends Pick<ChannelAvatarProps, "channel" | "size"> {
  /** As networks draw accounts that are no persons. */
  readonly isSquare?: boolean;
}

/** The picture of an account as its own network shows it. Decoration: the name stands beside it. */
export function BareAvatar({ channel, size = 36, isSquare = false }: BareAvatarProps) {
  return <Face picture={channel.avatarUrl ?? null} title={channel.name} hue={hueOf(channel.id)} size={size} isSquare={isSquare} />;
}

interface BrandLogoProps {
  readonly brand: { readonly id: number; readonly title: string; readonly logoUrl?: string | null };
  readonly size?: number;
}

/** The logo of a brand, or its first letter. Decoration: the brand's name stands beside it. */
export function BrandLogo({ brand, size = 28 }: BrandLogoProps) {
  return <Face picture={brand.logoUrl ?? null} title={brand.title} hue={hueOf(brand.id)} size={size} isSquare />;
}

/** A person's initials. Decoration: the name stands beside it. */
export function PersonAvatar({ name, size = 28 }: { readonly name: string; readonly size?: number }) {
  return <Face picture={null} title={name} hue="var(--accent)" size={size} letters={2} />;
}

interface FaceProps {
  readonly picture: string | null;
  readonly title: string;
  readonly hue: string;
  readonly size: number;
  readonly letters?: number;
  readonly isSquare?: boolean;
  readonly isOff?: boolean;
  readonly children?: ReactNode;
}

function Face({ picture, title, hue, size, letters = 1, isSquare = false, isOff = false, children }: FaceProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const style = { "--d": `${size}px`, "--hue": hue } as CSSProperties;
  const isDrawn = picture !== null && failed !== picture;
  return (
    <span className={css.avatar} data-square={isSquare || undefined} data-off={isOff || undefined} style={style} aria-hidden>
      {isDrawn ? (
        <img src={picture} alt="" decoding="async" onError={() => setFailed(picture)} />
      ) : (
        // Drawn by the style sheet: no text that the name of a button around it would have to begin with.
        <span data-letters={initialsOf(title, letters)} />
      )}
      {children}
    </span>
  );
}

/** The first letters of the first words, without signs such as `@`. */
function initialsOf(title: string, count: number): string {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return words
    .slice(0, count)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");
}
