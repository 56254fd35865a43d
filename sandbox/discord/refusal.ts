/** An error tree as Discord nests it: one level per part of the path, `_errors` at the leaves. */
export type ErrorTree = { [part: string]: ErrorTree | readonly { code: string; message: string }[] }

/**
 * Discord's "no" to a request: thrown anywhere below a route, turned into the
 * answer and into an entry of the wire.
 */
export class Refused extends Error {
  readonly status: number
  readonly code: number
  readonly errors: ErrorTree | undefined
  /** Whether a requested fault caused it: then none of it is the bot's doing. */
  readonly isExcused: boolean

  constructor(status: number, code: number, message: string, errors?: ErrorTree, isExcused = false) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.code = code
    this.errors = errors
    this.isExcused = isExcused
  }
}

/**
 * The answers by name: HTTP status, JSON error code and text.
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
 */
export const answers = {
  unknownRoute: [404, 0, '404: Not Found'],
  wrongMethod: [405, 0, '405: Method Not Allowed'],
  unauthorized: [401, 0, '401: Unauthorized'],
  invalidJson: [400, 50109, 'The request body contains invalid JSON.'],
  unsupportedBody: [400, 50035, 'Invalid Content-Type'],
  unknownApplication: [404, 10002, 'Unknown Application'],
  unknownChannel: [404, 10003, 'Unknown Channel'],
  unknownGuild: [404, 10004, 'Unknown Guild'],
  unknownMember: [404, 10007, 'Unknown Member'],
  unknownMessage: [404, 10008, 'Unknown Message'],
  unknownUser: [404, 10013, 'Unknown User'],
  unknownWebhook: [404, 10015, 'Unknown Webhook'],
  unknownInteraction: [404, 10062, 'Unknown interaction'],
  unknownCommand: [404, 10063, 'Unknown application command'],
  tooManyCommands: [400, 30032, 'Maximum number of application commands reached'],
  tooManyCommandCreates: [
    400,
    30034,
    'Max number of daily application command creates has been reached (200)',
  ],
  tooLarge: [413, 40005, 'Request entity too large'],
  alreadyAcknowledged: [400, 40060, 'Interaction has already been acknowledged.'],
  missingAccess: [403, 50001, 'Missing Access'],
  notYourMessage: [403, 50005, 'Cannot edit a message authored by another user'],
  forumChannel: [400, 40058, 'Cannot send a message in a forum channel'],
  tooManyFollowUps: [400, 40094, 'This interaction has hit the maximum number of follow up messages'],
  // Status and words: https://github.com/discord/discord-api-docs/issues/7707
  archivedThread: [403, 50083, 'Thread is archived'],
  lockedThread: [403, 160005, 'Thread is locked'],
  replyWithoutHistory: [403, 160002, 'Cannot reply without permission to read message history'],
  voiceNotAllowed: [403, 50173, 'You cannot send voice messages in this channel.'],
  botsNotAllowed: [403, 20001, 'Bots cannot use this endpoint'],
  unknownCommandPermissions: [404, 10066, 'Unknown application command permissions'],
  emptyMessage: [400, 50006, 'Cannot send an empty message'],
  missingPermissions: [403, 50013, 'Missing Permissions'],
  closedRecipient: [403, 50007, 'Cannot send messages to this user'],
  noMutualGuilds: [403, 50278, 'Cannot send messages to this user due to having no mutual guilds'],
  voiceWithContent: [400, 50159, 'Voice messages do not support additional content'],
  voiceWithoutAudio: [400, 50160, 'Voice messages must have a single audio attachment'],
  voiceWithoutMetadata: [400, 50161, 'Voice messages must have supporting metadata'],
  voiceEdited: [400, 50162, 'Voice messages cannot be edited'],
  invalidWebhookToken: [401, 50027, 'Invalid Webhook Token'],
  rateLimited: [429, 0, 'You are being rate limited.'],
  tooManyLateEdits: [
    429,
    30046,
    'Maximum number of edits to messages older than 1 hour reached. Try again later',
  ],
} as const satisfies Record<string, readonly [number, number, string]>

/**
 * What Cloudflare says in Discord's place to an address that is banned, and not
 * when it may come back. Observed.
 * https://github.com/discord/discord-api-docs/issues/5810
 */
export const bannedText =
  'You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently. Please read our docs at https://discord.com/developers/docs/topics/rate-limits to prevent this moving forward.'

/** Discord's refusal of that name, to be thrown. */
export const refused = (name: keyof typeof answers, { isExcused = false } = {}): Refused => {
  const [status, code, message] = answers[name]
  return new Refused(status, code, message, undefined, isExcused)
}
