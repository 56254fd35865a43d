import { check, type SecurityCheck } from './check.ts'

/** Slack's signature, and membership of the workspace. */
const slack: readonly SecurityCheck[] = [
  check(
    'bots/slack/incoming/http.ts',
    'if (looksLikeSlacks(request, nowMs)) return bodyBytesMax',
    'if (true) return bodyBytesMax',
    'bots/slack/incoming/http',
  ),
  check('bots/slack/incoming/http.ts', '? unsignedBytesMax', '? bodyBytesMax', 'bots/slack/incoming/http'),
  check(
    'bots/slack/incoming/http.ts',
    'parseAndVerifyHTTPRequest({ signingSecret, bodyLimit }, incoming)',
    'parseAndVerifyHTTPRequest({ signingSecret, bodyLimit, enabled: false }, incoming)',
    'bots/slack/slack',
  ),
  check(
    'bots/slack/incoming/http.ts',
    'if (isFromTheFuture(exchange[0], now())) {',
    'if (false) {',
    'bots/slack/slack',
  ),
  check(
    'bots/slack/incoming/source-workspaces.ts',
    'if (isElsewhere(options, sourceWorkspaces)) return elsewhereText()',
    '',
    'bots/slack/incoming/source-workspaces',
  ),
  check(
    'bots/slack/incoming/source-workspaces.ts',
    'from.length > 0 && from.every((team) => team === identity.server)',
    'from.length > 0',
    'bots/slack/incoming/source-workspaces',
  ),
  check(
    'bots/slack/incoming/source-workspaces.ts',
    'from.length > 0 && from.every((team) => team === identity.server)',
    'from.every((team) => team === identity.server)',
    'bots/slack/incoming/source-workspaces',
  ),
  check(
    'bots/slack/incoming/source-workspaces.ts',
    'if (person === undefined) return sayDeclared(unknown)',
    'if (person === undefined) return undefined',
    'bots/slack/incoming/source-workspaces',
  ),
  check(
    'bots/slack/incoming/source-workspaces.ts',
    'return isOf(identity.server, person) ? undefined : sayDeclared(stranger)',
    'return undefined',
    'bots/slack/incoming/source-workspaces',
  ),
  check(
    'bots/slack/answers/requests.ts',
    'if (refused !== undefined) return { refused, locale: members.localeOf(member) }',
    '',
    'bots/slack/shared-channels',
  ),
  check(
    'bots/slack/incoming/listen.ts',
    'if ((await whyNotServed(served, workspacesOfUse(body), member)) !== undefined) return ack({ options: [] })',
    '',
    'bots/slack/slack',
  ),
  check(
    'bots/slack/incoming/listen-messages.ts',
    'if ((await whyNotServed(served, sourceWorkspaces, message.user)) === undefined)',
    'if (true)',
    'bots/slack/shared-channels',
  ),
  check(
    'bots/slack/incoming/listen-messages.ts',
    'event.bot_id !== undefined || event.edited !== undefined',
    'event.edited !== undefined',
    'bots/slack/slack',
  ),
  check(
    'bots/slack/incoming/listen-messages.ts',
    "if (!seenSubtypes.has(event.subtype) || 'bot_id' in event) return undefined",
    'if (!seenSubtypes.has(event.subtype)) return undefined',
    'bots/slack/slack',
  ),
  check(
    'bots/slack/incoming/press.ts',
    'return pressed !== undefined && pressed.channel !== channel',
    'return false && pressed !== undefined',
    'bots/slack/incoming/press',
  ),
  check(
    'bots/slack/incoming/members.ts',
    'isAdmin: [user.is_admin, user.is_owner, user.is_primary_owner].includes(true),',
    'isAdmin: true,',
    'bots/slack/answers/requests',
    'bots/slack/slack',
  ),
]

/** Channels that a Slack member can see. */
const slackViews: readonly SecurityCheck[] = [
  check(
    'bots/slack/incoming/visibility.ts',
    'isGone !== true && !isGuest && workspaces.includes(server)',
    '!isGuest && workspaces.includes(server)',
    'bots/slack/incoming/visibility',
  ),
  check(
    'bots/slack/incoming/visibility.ts',
    'isGone !== true && !isGuest && workspaces.includes(server)',
    'isGone !== true && workspaces.includes(server)',
    'bots/slack/incoming/visibility',
  ),
  check(
    'bots/slack/incoming/visibility.ts',
    'isGone !== true && !isGuest && workspaces.includes(server)',
    'isGone !== true && !isGuest',
    'bots/slack/incoming/visibility',
  ),
  check(
    'bots/slack/incoming/visibility.ts',
    'if (person?.isGone === true) return false',
    '',
    'bots/slack/incoming/visibility',
  ),
  check(
    'bots/slack/incoming/visibility.ts',
    'remember(found?.is_private === false && found.is_im !== true && found.is_mpim !== true)',
    'remember(true)',
    'bots/slack/incoming/visibility',
  ),
  check(
    'bots/slack/incoming/visibility.ts',
    'found?.is_private === false && found.is_im !== true && found.is_mpim !== true',
    'found?.is_private === false',
    'bots/slack/incoming/visibility',
  ),
  check(
    'bots/slack/incoming/visibility.ts',
    'if (viewer.isAway === true) return (await sees(viewer, channel)) === true',
    'if (viewer.isAway === true) return (await sees(viewer, channel)) !== false',
    'bots/slack/incoming/visibility',
  ),
  check(
    'bots/slack/incoming/visibility.ts',
    'personNow(member, () => members.lookUpAnew(member))',
    'members.lookUp(member)',
    'bots/slack/incoming/visibility',
  ),
]

/** Discord members: their rights, and channels they can see. */
const discord: readonly SecurityCheck[] = [
  check('bots/discord/incoming/listen.ts', '!author.bot && webhookId', 'webhookId', 'bots/discord/messages'),
  check(
    'bots/discord/incoming/invocation.ts',
    'interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false',
    'true',
    'bots/discord/answers/interactions',
    'bots/discord/incoming/rights',
  ),
  check(
    'bots/discord/incoming/mentions.ts',
    'message.member?.permissions.has(PermissionFlagsBits.ManageGuild) ?? false',
    'true',
    'bots/discord/messages',
    'bots/discord/incoming/mentions',
  ),
  check(
    'bots/discord/incoming/membership.ts',
    'permissionsOf(guild, [server, ...roles]).has(PermissionFlagsBits.ManageGuild)',
    'true',
    'bots/discord/incoming/membership',
  ),
  check(
    'bots/discord/incoming/membership.ts',
    ' && ids.includes(String(role.id))',
    '',
    'bots/discord/incoming/membership',
  ),
  check(
    'bots/discord/incoming/membership.ts',
    'isRecord(channel) && channel.guild_id === server ?',
    'isRecord(channel) ?',
    'bots/discord/incoming/membership',
  ),
  check(
    'bots/discord/incoming/membership.ts',
    'if (!permissions.has(readingRights(place.type))) return false',
    '',
    'bots/discord/incoming/membership',
    'bots/discord/incoming/visibility',
  ),
  check(
    'bots/discord/incoming/membership.ts',
    'return (await ifThere(rest, Routes.threadMembers(privateThread, user))) !== undefined',
    'return true',
    'bots/discord/incoming/membership',
  ),
  check(
    'bots/discord/incoming/membership.ts',
    'guild === undefined || member === undefined ? undefined : { guild, member }',
    '{ guild, member }',
    'bots/discord/incoming/membership',
    'bots/discord/incoming/visibility',
  ),
  check(
    'bots/discord/incoming/channel-rights.ts',
    '(permissions & ~sumOf(overwrites.map(({ deny }) => deny)))',
    'permissions',
    'bots/discord/incoming/channel-rights',
  ),
  check(
    'bots/discord/incoming/channel-rights.ts',
    'overwrite.type === OverwriteType.Role && roles.includes(overwrite.id)',
    'overwrite.type === OverwriteType.Role',
    'bots/discord/incoming/channel-rights',
  ),
  check(
    'bots/discord/incoming/channel-rights.ts',
    'overwrite.type === OverwriteType.Member && overwrite.id === user',
    'overwrite.type === OverwriteType.Member',
    'bots/discord/incoming/channel-rights',
  ),
  check(
    'bots/discord/incoming/rights.ts',
    'place === undefined || isClosed === true) return false',
    'place === undefined) return false',
    'bots/discord/incoming/rights',
    'bots/discord/incoming/visibility',
  ),
  check(
    'bots/discord/incoming/rights.ts',
    'if (place.type === ChannelType.PrivateThread) return false',
    '',
    'bots/discord/incoming/rights',
    'bots/discord/incoming/visibility',
  ),
  check(
    'bots/discord/incoming/rights.ts',
    'return place.permissionsFor(member).has(readingRights(place.type))',
    'return true',
    'bots/discord/incoming/rights',
    'bots/discord/incoming/visibility',
  ),
  check(
    'bots/discord/incoming/rights.ts',
    '(voiceTypes.has(type) ? PermissionFlagsBits.Connect : 0n)',
    '0n',
    'bots/discord/incoming/rights',
    'bots/discord/incoming/membership',
  ),
  check(
    'bots/discord/incoming/visibility.ts',
    'if (connected === undefined || viewer.isAway !== true)',
    'if (true)',
    'bots/discord/incoming/visibility',
  ),
]

/** Messages that pretend to be the bot's. */
const impersonation: readonly SecurityCheck[] = [
  check(
    'bots/discord/outgoing/post-once.ts',
    "authorId === ourId && content.split('\\n').at(-1) === mark",
    "content.split('\\n').at(-1) === mark",
    'bots/discord/once',
  ),
  check(
    'bots/discord/answers/answer-body.ts',
    'allowedMentions: { parse: [],',
    "allowedMentions: { parse: ['everyone', 'roles', 'users'],",
    'bots/discord/stand-in',
    'bots/discord/answers/mentions',
  ),
  check(
    'bots/discord/outgoing/content.ts',
    '= { parse: [] }',
    "= { parse: ['everyone', 'roles', 'users'] }",
    'bots/discord/stand-in',
    'bots/discord/outgoing/content',
  ),
  check(
    'redis/scripts/claim-chat.lua',
    "if bot ~= ARGV[2] then return { 'other', bot } end",
    '',
    'redis/chat-processes',
  ),
]

/** Who a request is from, according to Discord or Slack. */
export const chatIdentityChecks: readonly SecurityCheck[] = [
  ...slack,
  ...slackViews,
  ...discord,
  ...impersonation,
]
