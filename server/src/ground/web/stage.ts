import { type Html, html, raw } from "./html.ts";
import { siteFile } from "./site.ts";
import type { wordsOf } from "./words.ts";

/** Beside the way in: three posts as the calendar shows them, and what the service is for. Nothing in it can be used. */
export function stage({ shown, said, saidMore }: ReturnType<typeof wordsOf>): Html {
  const [first, second, third, fourth, fifth] = DISCS;
  return html`<aside class="stage" aria-hidden="true">
<svg class="steps" viewBox="0 0 740 900" preserveAspectRatio="xMaxYMax slice"><path d="M0 620h740v280H0z"/><path d="M180 500h560v120H180z"/><path d="M360 380h380v120H360z"/><path d="M540 260h200v120H540z"/></svg>
${card("stollen.svg", "sent", { ...shown.today, discs: DISCS })}
${card("croissant.svg", "planned", { ...shown.thursday, discs: [first, second, third, fourth] })}
${card("pretzel.svg", "waiting", { ...shown.friday, discs: [first, second, fourth, fifth] })}
<div class="said"><p>${said}</p><p>${saidMore}</p></div></aside>`;
}

interface Card {
  readonly hour: string;
  readonly text: string;
  readonly state: string;
  readonly discs: readonly Html[];
}

function card(picture: "stollen.svg" | "croissant.svg" | "pretzel.svg", state: keyof typeof MARKS, card: Card): Html {
  return html`<figure><img src="${siteFile(picture)}" alt="" width="206" height="150">
<figcaption><p class="hour">${card.hour}<span class="discs">${card.discs}</span></p><p>${card.text}</p><p class="state ${state}">${MARKS[state]}${card.state}</p></figcaption></figure>`;
}

/** Drawn here, so safe: the shapes that the dashboard gives to states. */
const MARKS = {
  sent: raw(
    '<svg viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="currentColor"/><path d="M4.9 8.3 7 10.4l4.2-4.6" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/></svg>',
  ),
  planned: raw(
    '<svg viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.1" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M8 4.8V8l2.2 1.5" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/></svg>',
  ),
  waiting: raw(
    '<svg viewBox="0 0 16 16"><path d="M2 3.6h12v8H8.4L5.4 14v-2.4H2Z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"/><path d="M5.4 7.6h.1M8 7.6h.1M10.6 7.6h.1" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>',
  ),
} as const;

/** Glyphs of Tabler Icons (MIT) on the networks' colours. */
const DISCS = [
  disc("#1877f2", '<path d="M7 10v4h3v7h4v-7h3l1 -4h-4v-2a1 1 0 0 1 1 -1h3v-4h-3a5 5 0 0 0 -5 5v2h-3"/>'),
  disc(
    "#d62a72",
    '<path d="M3 7a4 4 0 0 1 4 -4h10a4 4 0 0 1 4 4v10a4 4 0 0 1 -4 4h-10a4 4 0 0 1 -4 -4l0 -10"/><path d="M8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 0 0 -7 0"/><path d="M17 7v.01"/>',
  ),
  disc(
    "#0a66c2",
    '<path d="M8 11v5"/><path d="M8 8v.01"/><path d="M12 16v-5"/><path d="M16 16v-3a2 2 0 1 0 -4 0"/><path d="M3 7a4 4 0 0 1 4 -4h10a4 4 0 0 1 4 4v10a4 4 0 0 1 -4 4h-10a4 4 0 0 1 -4 -4l0 -10"/>',
  ),
  disc(
    "#1c1c1c",
    '<path d="M19 7.5c-1.333 -3 -3.667 -4.5 -7 -4.5c-5 0 -8 2.5 -8 9s3.5 9 8 9s7 -3 7 -5s-1 -5 -7 -5c-2.5 0 -3 1.25 -3 2.5c0 1.5 1 2.5 2.5 2.5c2.5 0 3.5 -1.5 3.5 -5s-2 -4 -3 -4s-1.833 .333 -2.5 1"/>',
  ),
  disc("#1c1c1c", '<path d="M4 4l11.733 16h4.267l-11.733 -16l-4.267 0"/><path d="M4 20l6.768 -6.768m2.46 -2.46l6.772 -6.772"/>'),
] as const;

function disc(colour: string, glyph: string): Html {
  const drawn =
    '<g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" transform="translate(6.5 6.5) scale(.71)">';
  return raw(
    `<svg viewBox="0 0 30 30"><circle cx="15" cy="15" r="14" fill="${colour}" stroke="#fff" stroke-width="2"/>${drawn}${glyph}</g></svg>`,
  );
}
