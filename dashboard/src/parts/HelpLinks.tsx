import { Anchor } from "@mantine/core";

/** Pages of the documentation that a sentence of the service names, without the full stop after them. */
const HELP = /(\/help\/[\w/-]*[\w-](?:#[\w-]+)?)/;

/** A sentence of the service; the pages of the documentation in it are links. */
export function HelpLinks({ text }: { readonly text: string }) {
  return text.split(HELP).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <Anchor key={piece} href={piece} target="_blank" underline="always" inherit>
        {piece}
      </Anchor>
    ),
  );
}
