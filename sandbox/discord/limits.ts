/**
 * Every length, count, size and span that Discord holds a bot to, in one place.
 * Lengths are counted in UTF-16 units: never fewer than Discord counts, so the stand-in errs on the strict side.
 * Each group names the page under https://docs.discord.com/developers/ that states it.
 */
export const limits = {
  // resources/message#create-message. The OpenAPI file says 4000 for plain messages, which is for Nitro users, not for bots.
  content: 2000,
  embeds: 10,
  files: 10,
  nonce: 25,
  /** "The past few minutes"; the short end, so that nobody relies on the long one. */
  nonceWindowMs: 2 * 60_000,
  fileDescription: 1024,
  fileName: 1024,
  fileTitle: 1024,
  waveform: 400,
  allowedMentionIds: 100,
  // resources/message#get-channel-messages
  messagesPerPage: 100,

  // resources/message#embed-object-embed-limits
  embedTitle: 256,
  embedDescription: 4096,
  embedFields: 25,
  embedFieldName: 256,
  embedFieldValue: 1024,
  embedFooter: 2048,
  embedAuthor: 256,
  /** Over all embeds of a message. */
  embedText: 6000,
  embedUrl: 2048,
  embedColor: 0xffffff,

  // reference#uploading-files
  fileBytes: 10 * 1024 * 1024,
  requestBytes: 25 * 1024 * 1024,
  /** Observed: links of uploads are signed and live about a day. */
  fileUrlLifeMs: 24 * 60 * 60_000,

  // components/reference
  customId: 100,
  buttonLabel: 80,
  buttonUrl: 512,
  buttonsPerRow: 5,
  rows: 5,
  selectOptions: 25,
  selectOptionText: 100,
  selectPlaceholder: 150,
  selectValues: 25,
  /** Over the whole message, nested ones included, with IS_COMPONENTS_V2. */
  components: 40,
  textDisplay: 4000,
  /** Over all text parts of a message. Observed, not in the page. */
  textDisplaySum: 4000,
  sectionTexts: 3,
  galleryItems: 10,
  mediaDescription: 1024,
  modalTitle: 45,
  modalParts: 5,
  modalLabel: 45,
  modalDescription: 100,
  modalText: 4000,
  modalPlaceholder: 100,
  modalFiles: 10,
  radioOptionsMin: 2,
  radioOptions: 10,
  checkboxOptions: 10,

  // interactions/application-commands
  commandName: 32,
  commandDescription: 100,
  commandOptions: 25,
  commandChoices: 25,
  choiceName: 100,
  choiceValue: 100,
  optionText: 6000,
  /** Names, descriptions and values of one command together, the longest localisation of each. */
  commandText: 8000,
  chatInputCommands: 100,
  messageCommands: 15,
  userCommands: 15,
  /** Per day and guild (or globally). */
  commandCreates: 200,
  commandCreatesWindowMs: 24 * 60 * 60_000,
  /** Discord's integers, either way from zero. */
  integer: 2 ** 53 - 1,

  // interactions/receiving-and-responding
  answerMs: 3_000,
  tokenLifeMs: 15 * 60_000,

  // events/gateway
  heartbeatIntervalMs: 41_250,
  gatewayPayloadBytes: 4096,
  gatewaySends: 120,
  gatewaySendsWindowMs: 60_000,
  /** "After a few minutes"; the short end, so that nobody relies on the long one. */
  gatewaySessionLifeMs: 2 * 60_000,
  /** Events of a session that are kept for replay. Not published. */
  gatewayReplay: 1000,
} as const
