import { check, type SecurityCheck } from './check.ts'

/** Commands and buttons with restricted access. */
const rights: readonly SecurityCheck[] = [
  check(
    'jobs/request/utility.ts',
    'if (!invocation.isAdmin) return adminsOnly(name, invocation, instead)',
    '',
    'jobs/request/rights',
  ),
  check(
    'jobs/request/utility.ts',
    'if (isPersonal(accountOf(invocation.target))) return serversOnly(name, instead ?? ownCredits())',
    '',
    'jobs/request/rights',
  ),
  check(
    'jobs/request/utility.ts',
    "if (command.audience === 'admins' && !request.isAdmin)",
    'if (false)',
    'jobs/request/rights',
  ),
  check(
    'jobs/request/utility.ts',
    'const isOpen = isPlatformAdmin(invocation) || !action.isForPlatformAdmins?.(values)',
    'const isOpen = true',
    'jobs/request/rights',
    'commands/settings/settings',
  ),
  check('jobs/request/utility.ts', 'if (refused !== undefined) return refused', '', 'jobs/request/secrets'),
  check(
    'jobs/request/typed-channels.ts',
    'if (value === own) continue',
    'if (form !== undefined) continue',
    'jobs/request/typed-channels',
  ),
  check(
    'jobs/request/typed-channels.ts',
    "if (found.status === 'unknown')",
    'if (false)',
    'jobs/request/typed-channels',
  ),
  check(
    'bots/discord/outgoing/find-channel.ts',
    'if (guild !== server || type === ChannelType.GuildCategory)',
    'if (type === ChannelType.GuildCategory)',
    'bots/discord/outgoing/find-channel',
  ),
  check(
    'bots/slack/outgoing/find-channel.ts',
    'const isChannel = channel?.is_im !== true && channel?.is_mpim !== true',
    'const isChannel = true',
    'bots/slack/outgoing/find-channel',
  ),
  check(
    'jobs/request/request.ts',
    'if (refused !== undefined && !isOpened(asked))',
    'if (false)',
    'jobs/request/dispatch',
  ),
  check(
    'jobs/request/settings-here.ts',
    'if (where === undefined) return unreadRules()',
    'if (where === undefined) return undefined',
    'jobs/request/settings-here',
  ),
  check(
    'jobs/request/settings-here.ts',
    '(defaults === undefined ? refusedUnread(invocation) : undefined)',
    'undefined',
    'jobs/request/remedies',
  ),
  check(
    'jobs/request/decide.ts',
    'const place = refusedHere(where, { target, channelKinds })',
    'const place = undefined as ReturnType<typeof refusedHere>',
    'jobs/request/decide',
  ),
  check(
    'jobs/request/remedies.ts',
    '= [seenByName, spoilerName, permissionName]',
    '= [spoilerName, permissionName]',
    'jobs/request/remedies',
  ),
  check(
    'jobs/request/hold.ts',
    'if (boundMax !== undefined && bound > boundMax)',
    'if (false)',
    'jobs/request/remedies',
    'jobs/request/quote',
  ),
  check(
    'jobs/request/decide.ts',
    "if (request.bound > boundMax) return { status: 'dearer', bound: request.bound }",
    '',
    'jobs/request/approve',
  ),
]

/** Refused words, and secrets in requests. */
const words: readonly SecurityCheck[] = [
  check(
    'jobs/request/request.ts',
    'if (wordProblems.length > 0)',
    'if (false)',
    'jobs/request/refused-words',
  ),
  check(
    'jobs/request/decide.ts',
    "return ruledOut('words')",
    "return { status: 'allowed', notes: {} }",
    'jobs/request/decide',
  ),
  check('core/text/refused-words.ts', '...neutral(text)', '...text', 'core/text/refused-words'),
  check(
    'jobs/request/dispatch.ts',
    'if (problems.length > 0) return refuseSecrets(options, command, invocation, problems)',
    '',
    'jobs/request/pasted-secrets',
  ),
  check(
    'jobs/request/dispatch.ts',
    'if (list === undefined || secretIn(suggestion.typed) !== undefined) return []',
    'if (list === undefined) return []',
    'jobs/request/pasted-secrets',
    'jobs/request/dispatch',
  ),
  check(
    'jobs/request/dispatch.ts',
    'actionNamed(meant, word)?.name : undefined',
    'word : undefined',
    'jobs/request/dispatch',
  ),
  check(
    'jobs/request/secrets.ts',
    'else if (isForSecret || (value !== undefined && isAstray(field, value))) isTyped = true',
    'else if (value !== undefined && isAstray(field, value)) isTyped = true',
    'jobs/request/secrets',
  ),
  check(
    'jobs/request/secrets.ts',
    'else if (isForSecret || (value !== undefined && isAstray(field, value))) isTyped = true',
    'else if (isForSecret) isTyped = true',
    'jobs/request/secrets',
  ),
  check(
    'jobs/request/secrets.ts',
    'Object.hasOwn(command.fields, name) && !problems.some(({ field }) => field === name)',
    'Object.hasOwn(command.fields, name)',
    'jobs/request/pasted-secrets',
  ),
]

/** Who may make a request, and what it may contain. */
export const requestChecks: readonly SecurityCheck[] = [...rights, ...words]
