import { check, type SecurityCheck } from './check.ts'

/** How much is kept, read and made for members and servers, above all for those who can't spend. */
export const storedAmountChecks: readonly SecurityCheck[] = [
  check(
    'core/job/job-list.ts',
    'resultsFromElsewhere && (await allowlist.lets(account)) && !(await',
    'resultsFromElsewhere && !(await',
    'jobs/request/refused-task',
  ),
  check(
    'redis/scripts/request.lua',
    'if waiting_of(member_entries) >= tonumber(args.member_waiting_max) then',
    'if false then',
    'redis/waiting',
  ),
  check(
    'redis/scripts/request.lua',
    'if waiting_of(account_entries) >= tonumber(args.waiting_max) then',
    'if false then',
    'redis/waiting',
  ),
  check(
    'redis/scripts/approval-park.lua',
    "if count_of(ARGV[4]) >= tonumber(ARGV[6]) then return { 'too_many', 'member', ARGV[6] } end",
    '',
    'redis/approvals',
  ),
  check(
    'redis/scripts/approval-park.lua',
    "if count_of(ARGV[5]) >= tonumber(ARGV[7]) then return { 'too_many', 'server', ARGV[7] } end",
    '',
    'redis/approvals',
  ),
  check(
    'redis/scripts/keep-draft.lua',
    'count > tonumber(ARGV[6]) or bytes > tonumber(ARGV[7])',
    'bytes > tonumber(ARGV[7])',
    'redis/drafts',
  ),
  check(
    'redis/scripts/keep-draft.lua',
    'count > tonumber(ARGV[6]) or bytes > tonumber(ARGV[7])',
    'count > tonumber(ARGV[6])',
    'redis/drafts',
  ),
  check(
    'redis/scripts/remember-clips.lua',
    'messages < tonumber(ARGV[6]) and bytes',
    'bytes',
    'redis/clip-index',
  ),
  check(
    'redis/scripts/remember-clips.lua',
    'and bytes + entry.bytes <= tonumber(ARGV[7])',
    '',
    'redis/clip-index',
  ),
  check('redis/scripts/remember-clips.lua', 'if too_many <= 0 then', 'if true then', 'redis/clip-index'),
  check('redis/clip-index.ts', 'clips.slice(0, clipsPerMessageMax)', 'clips', 'redis/clip-index'),
  check(
    'redis/settings.ts',
    "if (!channels.has(scope.id) && channels.size >= channelDefaultsMax) return 'full'",
    '',
    'redis/settings',
  ),
  check(
    'redis/scripts/rule-channel.lua',
    "if is_new and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return { 'full' } end",
    '',
    'redis/settings',
  ),
  check(
    'jobs/request/request.ts',
    '!(await deps.allowlist.lets(accountOf(asked.target)))',
    'false',
    'jobs/request/consent',
    'jobs/request/refused-words',
  ),
  ...[
    'if (kept.length > 0) await requireLetIn({ allowlist }, account)',
    'if (rule !== undefined) await requireLetIn({ allowlist }, account)',
    'if (words.length > 0) await requireLetIn({ allowlist }, account)',
    '    await requireLetIn({ allowlist }, account)',
  ].map((guard) => check('redis/settings.ts', guard, '', 'redis/settings')),
  check(
    'jobs/request/admit.ts',
    "return shutOut({ kind: 'message', message: plainMessage(refused, 'failed'), seenBy: 'member' })",
    "return { refused: { kind: 'message', message: plainMessage(refused, 'failed'), seenBy: 'member' } }",
    'jobs/request/let-in',
  ),
  check(
    'commands/privacy/export.ts',
    'if (waitMs > 0) return refusal(tryAgainText(waitMs))',
    '',
    'commands/privacy/privacy',
  ),
  check(
    'jobs/request/dispatch.ts',
    'options.now()) > 0) return []',
    'options.now()) > 1e9) return []',
    'jobs/request/can-make',
  ),
  check(
    'core/text/text.ts',
    'isForFile || forPrograms.has(name)',
    'forPrograms.has(name)',
    'core/text/neutral-texts',
  ),
  check(
    'redis/scripts/change-settings.lua',
    "if added > 0 and most and redis.call('HLEN', settings_key) + added > most and settings_of_many() + added > most then",
    'if false then',
    'redis/shares',
  ),
  check('jobs/worker/callbacks.ts', ' || inHand >= atOnceMax', '', 'jobs/worker/callbacks'),
]
