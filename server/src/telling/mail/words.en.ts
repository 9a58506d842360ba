export const english = {
  verify: {
    subject: "Confirm your e-mail address",
    before: "Somebody, most likely you, has created an account with this address at {service}. Please confirm that the address is yours:",
    label: "Confirm this address",
    after: "If it was not you, you can ignore this mail.",
  },
  reset: {
    subject: "Choose a new password",
    before: "Somebody, most likely you, has asked for a new password for the account with this address at {service}. Choose it here:",
    label: "Choose a new password",
    after: "If it was not you, you can ignore this mail: your password stays as it is.",
  },
  taken: {
    subject: "You already have an account",
    before:
      "Somebody, most likely you, has tried to create an account with this address at {service}, but there already is one. Sign in with it, or choose a new password here if you have forgotten yours:",
    label: "Choose a new password",
    after: "If it was not you, you can ignore this mail: your account stays as it is.",
  },
  change: {
    subject: "Confirm your new e-mail address",
    before:
      "Somebody, most likely you, wants to use this address for their account at {service}. Please confirm that the address is yours:",
    label: "Use this address",
    after: "If it was not you, you can ignore this mail: nothing changes without the link.",
  },
  changed: {
    subject: "Your e-mail address has been changed",
    text: "Your account at {service} now has the address {email}, and no longer this one.",
    after: "If it was not you, ask the operator of the service for help right away.",
  },
  once: "The link works once, until {until}.",
} as const;
