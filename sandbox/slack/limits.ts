/**
 * Every length, count, size and span that Slack holds an app to, in one place.
 * Lengths are counted in UTF-16 units: never fewer than Slack counts, so the stand-in errs on the strict
 * side. Sizes are bytes. Each group names the page under https://docs.slack.dev/ that states it.
 */
export const limits = {
  // reference/methods/chat.postMessage
  text: 40_000,
  /** reference/methods/chat.update says so of msg_too_long: an edit takes fewer. */
  updatedText: 4_000,
  markdownText: 12_000,
  /**
   * All texts of all blocks of a message together. Not in the pages: the
   * smallest count that was seen refused.
   * https://github.com/slackapi/bolt-js/issues/2509
   */
  blocksText: 13_172,
  blocksPerMessage: 50,

  // reference/block-kit/blocks
  blockId: 255,
  sectionText: 3000,
  sectionFields: 10,
  sectionField: 2000,
  headerText: 150,
  /** Of all blocks of Markdown together. */
  markdownBlocks: 12_000,
  contextElements: 10,
  contextActions: 5,
  actionsElements: 25,
  imageUrl: 3000,
  imageText: 2000,
  inputText: 2000,
  cardTitle: 150,
  cardBody: 200,
  carouselCards: 10,
  tableRows: 100,
  tableColumns: 20,
  /** Of all cells together. */
  tableText: 10_000,
  tablesPerMessage: 1,
  /** With the header. One page of Slack's says 201; the shorter one holds. */
  dataTableRows: 101,
  dataTableRowsMin: 2,
  dataTablePage: 100,
  /** Of an axis, too. */
  chartTitle: 50,
  /** Of a segment, a series and a category. */
  chartLabel: 20,
  /** Or segments. Other bots send 12, and so Slack may take more than its page says. */
  chartSeries: 6,
  /** Of a series, and so categories of an axis. */
  chartPoints: 20,
  /** Not in the page of the block. https://github.com/vercel/chat/pull/696 */
  chartsPerMessage: 2,
  /** Not in the page of the block. https://github.com/slackapi/java-slack-sdk/pull/1624 */
  alertText: 200,

  // reference/block-kit/block-elements
  actionId: 255,
  buttonText: 75,
  buttonValue: 2000,
  linkUrl: 3000,
  placeholder: 150,
  selectOptions: 100,
  groupOptions: 10,
  overflowOptionsMin: 2,
  overflowOptions: 5,
  inputValue: 3000,
  fileInputFiles: 10,
  fileInputBytes: 10 * 1024 * 1024,
  visibleUsers: 10,

  // reference/block-kit/composition-objects
  textObject: 3000,
  /**
   * The pages say 75 for text, value and description; an SDK says 150 for the value. The shorter one holds.
   */
  optionText: 75,
  optionGroups: 100,
  optionGroupLabel: 75,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,

  // surfaces/modals and reference/views
  blocksPerView: 100,
  viewTitle: 24,
  callbackId: 255,
  externalId: 255,
  privateMetadata: 3000,
  viewBytes: 250_000,
  stackedViews: 3,

  // interactivity/handling-user-interaction
  ackMs: 3_000,
  triggerLifeMs: 3_000,
  responseUrlUses: 5,
  responseUrlLifeMs: 30 * 60_000,

  // reference/app-manifest
  manifestName: 35,
  manifestDescription: 140,
  manifestLongDescriptionMin: 174,
  manifestLongDescription: 4000,
  manifestBotName: 80,
  slashCommands: 50,
  slashCommand: 32,
  slashDescription: 2000,
  slashHint: 1000,
  shortcuts: 10,
  shortcutName: 24,
  shortcutDescription: 150,
  unfurlDomains: 5,
  scopes: 255,
  events: 100,

  // authentication/installing-with-oauth
  codeLifeMs: 10 * 60_000,

  // authentication/using-token-rotation
  tokenLifeSeconds: 43_200,
  expiringTokens: 2,

  // reference/events/app_rate_limited
  eventsPerHour: 30_000,

  // apis/events-api/#retries
  /** After the first time that an event was sent; the first retry comes "nearly immediately". */
  secondRetryMs: 60_000,
  thirdRetryMs: 300_000,

  // apis/events-api/using-socket-mode
  sockets: 10,
  /** Tickets of apps.connections.open are for at once; the page gives no number. */
  ticketLifeMs: 30_000,
  /** "Approximately ten seconds" from a warning to the end of the connection. */
  socketWarningMs: 10_000,
  /** In real time, well within the thirty seconds after which the client gives a connection up. */
  serverPingMs: 10_000,
  /** In real time, for the closing handshake when the stand-in ends. */
  goodbyeMs: 500,

  // reference/methods/files.getUploadURLExternal; the size is a third party's
  // number, see help pages on uploads.
  fileBytes: 1024 * 1024 * 1024,
  fileAltText: 1000,
  /**
   * How long an upload's address takes bytes is not in the pages: a judgement,
   * longer than any upload here takes.
   */
  uploadLifeMs: 60 * 60_000,
  /**
   * "Asynchronously" in the page of files.completeUploadExternal: the share
   * appears this much after the answer.
   */
  shareDelayMs: 100,

  // Judgements of the stand-in, for faults that do not say how long: past each
  // deadline that a client may have.
  slowAnswerMs: 15_000,
  lateShareMs: 30_000,
  lateEventMs: 10_000,

  // apis/web-api/rate-limits
  /** "One message per second per channel", where "short bursts" are allowed; how short is a judgement. */
  postBurst: 5,
  /** "Several hundred per minute", over all channels; for auth.test as well. */
  workspaceCallsPerMinute: 300,
  /** Apps that are sold without being listed read so many messages at once. */
  unlistedPageSize: 15,

  // reference/methods/conversations.history and its like; "under 1000" in that of conversations.list
  pageSize: 100,
  pageSizeMax: 999,
  // reference/methods/conversations.open
  usersInGroupMessage: 8,
} as const
