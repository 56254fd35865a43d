/**
 * What Slack allows, in one table. Lengths in UTF-16 units.
 * Messages: https://docs.slack.dev/reference/methods/chat.postMessage
 * Blocks and their elements: https://docs.slack.dev/reference/block-kit
 * Forms: https://docs.slack.dev/surfaces/modals
 * What an app declares: https://docs.slack.dev/reference/app-manifest
 * Files: https://docs.slack.dev/reference/methods/files.getUploadURLExternal
 */
export const limits = {
  /** Slack truncates a text at 40,000 and recommends no more than this. */
  text: 4000,
  blocksPerMessage: 50,
  /**
   * All texts of a message's blocks together: https://github.com/slackapi/bolt-js/issues/2509 saw 13,172
   * refused.
   */
  blocksText: 13_000,

  textObject: 3000,
  sectionField: 2000,
  buttonText: 75,
  /** https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element#static_select */
  placeholder: 150,
  buttonValue: 2000,
  actionsElements: 25,
  contextElements: 10,
  headerText: 150,

  /** Of a form's title and of its buttons. */
  viewTitle: 24,
  blocksPerView: 100,
  inputText: 2000,
  inputValue: 3000,
  selectOptions: 100,
  /** Of an option's text, of its value and of its description. */
  optionText: 75,
  /** Options in one group of checkboxes. */
  groupOptions: 10,

  /** https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block */
  chartTitle: 50,
  /** Of a bar, and of what the bars measure. */
  chartLabel: 20,
  chartPoints: 20,
  /** Without the header. https://docs.slack.dev/reference/block-kit/blocks/data-table-block */
  tableRows: 100,

  slashCommands: 50,
  slashCommand: 32,
  slashDescription: 2000,
  slashHint: 1000,
  shortcuts: 10,
  shortcutName: 24,
  shortcutDescription: 150,
  /** Of the app, as shown in Slack; its long form must be at least this long, too. */
  manifestDescription: 140,
  manifestLongDescriptionMin: 174,
  manifestLongDescription: 4000,

  fileAltText: 1000,
} as const
