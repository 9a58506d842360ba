import { Box, Group } from "@mantine/core";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { SmallPicture } from "../../parts/SmallPicture.tsx";

/** A file with the alternative text that it has in a post. */
export interface ShownMedium {
  readonly medium: DescribedMedium;
  readonly alt: string;
}

/** Files in a row, small. */
export function Thumbnails({ media, size = 88 }: { readonly media: readonly ShownMedium[]; readonly size?: number }) {
  if (media.length === 0) return null;
  return (
    <Group gap={6}>
      {media.map(({ medium, alt }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a post may have the same file twice
        <Thumbnail key={`${medium.id} ${index}`} medium={medium} alt={alt} size={size} />
      ))}
    </Group>
  );
}

export function Thumbnail({ medium, alt, size }: ShownMedium & { readonly size: number }) {
  return (
    <Box w={size} h={size} style={{ borderRadius: 8, overflow: "hidden", flexShrink: 0 }}>
      <SmallPicture url={medium.thumbnailUrl} mime={medium.mime} alt={alt === "" ? medium.name : alt} width={size} height={size} />
    </Box>
  );
}
