/**
 * Every length, count, size and span that Discord holds a bot to, in one place.
 * Lengths are counted in UTF-16 units: never fewer than Discord counts, so the stand-in errs on the strict
 * side. Each group names the page under https://docs.discord.com/developers/ that states it.
 */
export const limits = {
  // resources/message#create-message. The OpenAPI file says 4000 for plain messages, which
  // is for Nitro users, not for bots.
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
  /**
   * Of servers with many boosts. The page only says that they raise it; the numbers are of
   * https://github.com/discord-jda/JDA/issues/1243
   */
  fileBytesTier2: 50 * 1024 * 1024,
  fileBytesTier3: 100 * 1024 * 1024,
  requestBytes: 25 * 1024 * 1024,
  /** What a request with a file of a boosted server's size may hold besides. Not published. */
  formBytes: 1024 * 1024,
  /** Observed: links of uploads are signed and live about a day. */
  fileUrlLifeMs: 24 * 60 * 60_000,

  // components/reference
  /** 32 bits. */
  componentId: 2 ** 31 - 1,
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
  /** Per interaction, where the app is not in the server and only its user installed it. */
  followUps: 5,

  // events/gateway
  heartbeatIntervalMs: 41_250,
  gatewayPayloadBytes: 4096,
  gatewaySends: 120,
  gatewaySendsWindowMs: 60_000,
  /** "After a few minutes"; the short end, so that nobody relies on the long one. */
  gatewaySessionLifeMs: 2 * 60_000,
  /** One IDENTIFY per bucket of shards. */
  identifyWindowMs: 5_000,
  sessionsPerDay: 1000,
  sessionsDayMs: 24 * 60 * 60_000,
  guildsPerShard: 2500,
  membersNonceBytes: 32,
  /** Events of a session that are kept for replay. Not published. */
  gatewayReplay: 1000,
} as const

/**
 * How often requests may be made: how many in how long.
 * https://docs.discord.com/developers/topics/rate-limits What that page does not
 * state was observed, as each says.
 */
export const rateLimits = {
  globalRequests: 50,
  globalWindowMs: 1_000,
  /** Answers with 401, 403 or 429. */
  invalidRequests: 10_000,
  invalidWindowMs: 10 * 60_000,
  /**
   * Observed: requests were answered again after an hour.
   * https://github.com/discord/discord-api-docs/issues/5385
   */
  banMs: 60 * 60_000,
  /**
   * Of each bucket, how many requests it takes in how long. Discord publishes none of them and asks nobody to
   * rely on one. These were observed, where the observations differ the strict end; most of them by hata:
   * https://github.com/HuyaneMatsu/hata/blob/master/hata/discord/http/rate_limit_groups.py
   */
  buckets: {
    /** https://javacord.org/wiki/advanced-topics/ratelimits.html */
    messageCreate: { requests: 5, windowMs: 5_000 },
    /** https://github.com/discord/discord-api-docs/issues/2761 */
    messageEdit: { requests: 5, windowMs: 5_000 },
    messageGet: { requests: 5, windowMs: 5_000 },
    messageList: { requests: 5, windowMs: 5_000 },
    /** Up to ten seconds old, or unknown. https://github.com/discord/discord-api-docs/issues/8330 */
    youngMessageDelete: { requests: 5, windowMs: 1_000 },
    messageDelete: { requests: 3, windowMs: 1_000 },
    /** Over two weeks old. */
    oldMessageDelete: { requests: 30, windowMs: 120_000 },
    typing: { requests: 5, windowMs: 5_000 },
    /** All that an interaction's token opens. https://github.com/discord/discord-api-docs/issues/2701 */
    interactionToken: { requests: 5, windowMs: 2_000 },
    commandWrite: { requests: 5, windowMs: 20_000 },
    commandsReplace: { requests: 2, windowMs: 60_000 },
    gateway: { requests: 2, windowMs: 5_000 },
    member: { requests: 5, windowMs: 1_000 },
    user: { requests: 30, windowMs: 30_000 },
  },
  youngMessageMs: 10_000,
  oldMessageMs: 14 * 24 * 60 * 60_000,
  /**
   * Of messages that webhooks and follow-ups of all apps post in a channel. Observed; no header tells of it.
   * https://github.com/discord/discord-api-docs/issues/4043
   */
  channelWebhookPosts: { requests: 30, windowMs: 60_000 },
  /**
   * Of edits in a channel to messages that are over an hour old. Observed.
   * https://github.com/circuitsacul/starboard-4/issues/118
   */
  lateEdits: { requests: 3, windowMs: 20_000 },
  lateEditAfterMs: 60 * 60_000,
} as const

/** The stand-in's own choices for requested faults. */
export const faultSpans = {
  /** Past each deadline that a client may have. */
  slowAnswerMs: 15_000,
  /** Well within the time for an answer. */
  lateEventMs: 1_000,
  /** Who was told to stay away is not blamed for requests that were on their way by then. */
  underwayMs: 500,
} as const
