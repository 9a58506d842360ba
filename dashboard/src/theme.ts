import {
  Alert,
  Button,
  Card,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Input,
  Loader,
  Menu,
  Modal,
  Notification,
  Paper,
  type PasswordInputProps,
  Popover,
  rem,
  type SegmentedControlProps,
  type TextareaProps,
  TextInput,
} from "@mantine/core";
import { words } from "./parts/words.ts";

const FONT = "var(--font)";

/** Mantine in the colours, type and shapes of `tokens.css`. */
export const theme = createTheme({
  primaryColor: "tyrian",
  primaryShade: { light: 7, dark: 6 },
  colors: {
    tyrian: ["#fdf2f9", "#f7e8f2", "#ecc8e0", "#dba9cb", "#c986b5", "#b8659f", "#a44888", "#7d1f60", "#66174e", "#4f103c"],
    // White on Mantine's own has a contrast of 3.8 to 1.
    red: ["#fff5f4", "#fdebe8", "#f9d0ca", "#efb9b2", "#ff9386", "#e5695c", "#cc3a2c", "#b42318", "#9a1d13", "#7d170f"],
    dark: ["#f4f0f3", "#bdb3bb", "#a499a2", "#857a84", "#423942", "#302930", "#241f24", "#1c181c", "#131013", "#0e0b0e"],
  },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 8,
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: FONT,
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: "16px", sm: "20px", md: "20px", lg: "24px", xl: "26px" },
  headings: {
    fontFamily: FONT,
    fontWeight: "640",
    sizes: {
      h1: { fontSize: rem(20), lineHeight: "26px" },
      h2: { fontSize: rem(16), lineHeight: "24px" },
      h3: { fontSize: rem(14), lineHeight: "20px" },
      h4: { fontSize: rem(14), lineHeight: "20px" },
    },
  },
  shadows: { xs: "var(--sh-1)", sm: "var(--sh-1)", md: "var(--sh-2)", lg: "var(--sh-3)", xl: "var(--sh-3)" },
  // By name alone where the first page does without the component: `extend` would load it.
  components: {
    Button: Button.extend({ styles: { label: { fontWeight: 540 } } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps: { "aria-label": words.close } } }),
    Input: Input.extend({ styles: { wrapper: { "--input-bd": "var(--control)", "--input-bg": "var(--surface)" } } }),
    // Without a role, its name may not be given and is not read.
    Loader: Loader.extend({ defaultProps: { role: "status" } }),
    Menu: Menu.extend({ defaultProps: { shadow: "lg", radius: 12 }, styles: { dropdown: { background: "var(--surface)", border: 0 } } }),
    Modal: Modal.extend({
      defaultProps: { closeButtonProps: { "aria-label": words.close }, radius: 16, shadow: "xl" },
      styles: {
        title: { fontWeight: 640, fontSize: rem(16) },
        content: { background: "var(--surface)" },
        header: { background: "var(--surface)" },
      },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { "aria-label": words.close } } }),
    Card: Card.extend({ defaultProps: { radius: 12 }, styles: { root: { backgroundColor: "var(--surface)" } } }),
    Paper: Paper.extend({ defaultProps: { radius: 12 }, styles: { root: { backgroundColor: "var(--surface)" } } }),
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { "aria-label": words.showPassword },
      } satisfies PasswordInputProps,
    },
    Popover: Popover.extend({ defaultProps: { shadow: "lg", radius: 12 }, styles: { dropdown: { background: "var(--surface)" } } }),
    SegmentedControl: {
      styles: {
        root: { background: "var(--plan-soft)" },
        indicator: { background: "var(--seg)" },
      } satisfies SegmentedControlProps["styles"],
    },
    // What people write may be in any language.
    TextInput: TextInput.extend({ defaultProps: { dir: "auto" } }),
    Textarea: { defaultProps: { dir: "auto" } satisfies TextareaProps },
    // In the colour of its kind, the title of a yellow one has a contrast of 2 to 1.
    Alert: Alert.extend({ styles: { title: { color: "var(--text)" } } }),
  },
});

const both = {
  "--mantine-color-body": "var(--ground)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-dimmed": "var(--text-2)",
  "--mantine-color-placeholder": "var(--text-3)",
  "--mantine-color-anchor": "var(--accent-text)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-color": "var(--text)",
  "--mantine-color-default-hover": "var(--hover)",
  "--mantine-color-default-border": "var(--line-2)",
  "--mantine-color-error": "var(--fail)",
  "--mantine-color-disabled": "var(--plan-soft)",
  "--mantine-color-disabled-color": "var(--text-3)",
};

/** Mantine's own variables by ours: the default ones have contrasts of 1.5 (borders) and 3.3 (dimmed text) to 1. */
export const variables: CSSVariablesResolver = () => ({ variables: {}, light: both, dark: both });
