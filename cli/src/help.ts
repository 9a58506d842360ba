import { Help, type HelpConfiguration } from "commander";

/** Without a terminal. */
const WIDTH = 80;
/** Of the width, for the options; the rest is for what they mean. */
const TERM_SHARE = 0.3;

const plain = Help.prototype;

/** Help that can be read at 40 columns: an option that is too long for its column has a line of its own above what it means. */
export const READABLE_HELP = {
  minWidthToWrap: 20,
  padWidth(command, helper) {
    return Math.min(plain.padWidth.call(helper, command, helper), Math.floor((helper.helpWidth ?? WIDTH) * TERM_SHARE));
  },
  formatItem(term, termWidth, description, helper) {
    const item = (shown: string) => plain.formatItem.call(helper, shown, termWidth, description, helper);
    return description === "" || helper.displayWidth(term) <= termWidth ? item(term) : `  ${term}\n${item("")}`;
  },
} satisfies HelpConfiguration;
