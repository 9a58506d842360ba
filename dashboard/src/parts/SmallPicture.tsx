import { Box, Center } from "@mantine/core";
import { IconFileText, IconMovie, IconPhoto } from "@tabler/icons-react";
import { type CSSProperties, useState } from "react";

interface SmallPictureProps {
  /** Null: there is none of this file. */
  readonly url: string | null;
  readonly mime: string;
  /** Empty beside a name or a text that says what it is. */
  readonly alt: string;
  readonly width: number | string;
  readonly height: number;
}

const SYMBOL = 40;

/** What a file looks like, small: its picture, a film's first frame, or a symbol. */
export function SmallPicture({ url, mime, alt, width, height }: SmallPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const size: CSSProperties = { width, height, flexShrink: 0 };
  const isFilm = mime.startsWith("video/");
  if (url === null || failed === url) {
    const Drawing = isFilm ? IconMovie : mime.startsWith("image/") ? IconPhoto : IconFileText;
    return (
      <Center style={size} bg="var(--mantine-color-default-hover)" {...(alt === "" ? {} : { role: "img", "aria-label": alt })}>
        <Drawing size={Math.min(SYMBOL, height / 2)} stroke={1.5} aria-hidden />
      </Center>
    );
  }
  return (
    <Box pos="relative" style={size}>
      <img
        src={url}
        alt={alt}
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setFailed(url)}
        style={{ display: "block", width: "100%", height: "100%", objectFit: "cover", background: "var(--mantine-color-default-hover)" }}
      />
      {isFilm && (
        <Center pos="absolute" bottom={4} left={4} p={2} style={{ borderRadius: 4, background: "rgb(0 0 0 / 65%)", color: "white" }}>
          <IconMovie size={Math.min(18, height / 3)} aria-hidden />
        </Center>
      )}
    </Box>
  );
}
