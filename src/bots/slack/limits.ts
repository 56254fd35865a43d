/**
 * What Slack allows, in one table. Lengths in UTF-16 units, sizes in bytes.
 * Messages: https://docs.slack.dev/reference/methods/chat.postMessage
 * Blocks and their elements: https://docs.slack.dev/reference/block-kit
 * Forms: https://docs.slack.dev/surfaces/modals
 * What an app declares: https://docs.slack.dev/reference/app-manifest
 * Files: https://docs.slack.dev/reference/methods/files.getUploadURLExternal
 * Answers by response URL: https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export const limits = {
  /** Slack cuts a text off at 40,000 and asks for no more than this. */
  text: 4000,
  blocksPerMessage: 50,
  /** All texts of a message's blocks together: https://github.com/slackapi/bolt-js/issues/2509 saw 13,172 refused. */
  blocksText: 13_000,

  textObject: 3000,
  sectionText: 3000,
  sectionFields: 10,
  sectionField: 2000,
  headerText: 150,
  contextElements: 10,
  actionsElements: 25,
  imageText: 2000,
  linkUrl: 3000,
  buttonText: 75,
  buttonValue: 2000,
  actionId: 255,
  blockId: 255,

  viewTitle: 24,
  blocksPerView: 100,
  callbackId: 255,
  privateMetadata: 3000,
  inputText: 2000,
  inputValue: 3000,
  placeholder: 150,
  selectOptions: 100,
  /** Entries of radio buttons or checkboxes. */
  groupOptions: 10,
  /** Of an option's text, of its value and of its description. */
  optionText: 75,
  fileInputFiles: 10,
  fileInputBytes: 10 * 1024 * 1024,

  slashCommands: 50,
  slashCommand: 32,
  slashDescription: 2000,
  slashHint: 1000,
  shortcuts: 10,
  shortcutName: 24,
  shortcutDescription: 150,

  fileAltText: 1000,
} as const

/** Shortens to `max` characters (UTF-16 units) and shows the cut. Never splits a character. */
export const clip = (text: string, max: number): string => {
  if (text.length <= max) return text
  if (max < 1) return ''
  let end = max - 1
  if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end -= 1
  return `${text.slice(0, end)}…`
}
