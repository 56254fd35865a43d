import { check, type SecurityCheck } from './check.ts'

/** Who may use a job, a draft or a remembered clip. */
const rules: readonly SecurityCheck[] = [
  check(
    'core/job/access.ts',
    "if (!isOfAccount(job.target, requester.target)) return 'unknown'",
    '',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'isOfAccount(target, asker) && target.member === asker.member',
    'isOfAccount(target, asker)',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'requester.seesPlace === true && isOpen(job))',
    'isOpen(job))',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    '(isShown(job) || isBeingShown(job)) && !isForRequesterAlone(job)',
    'isShown(job) || isBeingShown(job)',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    '(isShown(job) || isBeingShown(job)) && !isForRequesterAlone(job)',
    '!isForRequesterAlone(job)',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'isTheirs(job, target) || (isAdmin && !isForRequesterAlone(job))',
    'isTheirs(job, target) || isAdmin',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'return isTheirs(job, requester.target) || requester.isAdmin === true',
    'return true',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'const isSeen = requester.seesPlace === true && !isForRequesterAlone(job)',
    'const isSeen = requester.seesPlace === true',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'return when(isForRequesterAlone(job) && memberAccountOf(job.target) === accountOf(target))',
    'return when(isForRequesterAlone(job))',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'return when(isForRequesterAlone(job) && memberAccountOf(job.target) === accountOf(target))',
    'return when(memberAccountOf(job.target) === accountOf(target))',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'return when(isOfAccount(thing.job.target, target))',
    'return when(true)',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'return when(isOfAccount(thing.approval.request.target, target))',
    'return when(true)',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    "return thing.draft.member === target.member ? 'allowed' : 'told'",
    "return 'allowed'",
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'return when(by === target.member && (clip.by ?? by) === by)',
    'return when(true)',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'return when(by === target.member && (clip.by ?? by) === by)',
    'return when(by === target.member)',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    "return when(clip.kind !== 'link' && (clip.by === target.member || requester.seesPlace === true))",
    'return when(clip.by === target.member || requester.seesPlace === true)',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    "return when(clip.kind !== 'link' && (clip.by === target.member || requester.seesPlace === true))",
    "return when(clip.kind !== 'link')",
    'core/job/access',
  ),
]

/** Where those rules are applied. */
const callers: readonly SecurityCheck[] = [
  check('core/job/audience.ts', 'if (!isOfAccount(place, viewer)) return false', '', 'core/job/audience'),
  check('core/job/audience.ts', 'if (isPersonal(accountOf(place))) return false', '', 'core/job/audience'),
  check(
    'core/job/audience.ts',
    'jobs.some((job) => isForRequesterAlone(job) || !isHere(viewer, job.target))',
    'jobs.some((job) => !isHere(viewer, job.target))',
    'core/job/audience',
  ),
  check(
    'core/job/audience.ts',
    'jobs.some((job) => isForRequesterAlone(job) || !isHere(viewer, job.target))',
    'jobs.some((job) => isForRequesterAlone(job))',
    'core/job/audience',
  ),
  check(
    'core/job/find-job.ts',
    "if (isOpen && (await canSee(target, job.target))) return 'allowed'",
    "if (isOpen) return 'allowed'",
    'core/job/find-job',
    'jobs/request/resolve-takes',
  ),
  check(
    'core/job/find-job.ts',
    'channel !== undefined && (await canSee(target, { platform, server, channel, member }))',
    'channel !== undefined',
    'jobs/request/others-clips',
    'jobs/request/decide',
  ),
  check(
    'core/job/find-job.ts',
    "(await findJob(jobList, looking, take.job, 'use_result')).status === 'found'",
    'true',
    'jobs/request/decide',
    'commands/jobs/again',
  ),
  check(
    'jobs/request/continued-draft.ts',
    "return accessTo({ kind: 'draft', draft }, { target }) === 'allowed'",
    'return true',
    'jobs/request/remedies',
  ),
  check(
    'jobs/request/resolve-clips.ts',
    "accessTo({ kind: 'clip', known }, { target }) === 'allowed'",
    'true',
    'jobs/request/others-clips',
    'jobs/request/gather',
  ),
  check(
    'jobs/clip-memory.ts',
    '({ account: accountOf(askedIn), channel: askedIn.channel })',
    '({ account: accountOf(target), channel: target.channel })',
    'jobs/request/in-name-of-place',
  ),
  check(
    'jobs/request/resolve-takes.ts',
    "return usable.status === 'found' ? { status: 'found', maker: usable.job } : undefined",
    "return { status: 'found', maker: undefined }",
    'jobs/request/refused-task',
  ),
  check('core/job/job-list.ts', ' && !(await taskOwners.hasOwner(name))', '', 'jobs/request/refused-task'),
  check(
    'core/job/job-list.ts',
    'resultsFromElsewhere && (await allowlist',
    '(await allowlist',
    'jobs/request/refused-task',
  ),
  check(
    'redis/task-owners.ts',
    'const entries = madeEntries(name, account)',
    'const entries = madeEntries(name)',
    'redis/task-owners',
  ),
  check(
    'redis/task-owners.ts',
    'if (((await readAll(redis, reads)) as string[][]).some(({ length }) => length > 0)) return true',
    '',
    'redis/task-owners',
  ),
]

/** Whether a member still belongs to a server, when they ask from elsewhere or an admin acts for them. */
const away: readonly SecurityCheck[] = [
  check(
    'jobs/request/admit.ts',
    'const membership = await membershipIn?.(place.server, channel)',
    'const membership = (await membershipIn?.(place.server, channel)) ?? { groups: [], isAdmin: false, channelKinds: undefined, seesChannel: true }',
    'jobs/request/in-name-of-place',
  ),
  check(
    'jobs/request/admit.ts',
    'if (!seesChannel && !isHere(invocation.target, place))',
    'if (false)',
    'jobs/request/in-name-of-place',
  ),
  check(
    'jobs/request/admit.ts',
    'const channel = place.isClosed === true ? place.channel : budgetChannelOf(place)',
    'const channel = budgetChannelOf(place)',
    'jobs/request/in-name-of-place',
  ),
  check(
    'jobs/request/admit.ts',
    "return accessTo({ kind: 'private_job', job }, { target }) === 'allowed' ? job.target : undefined",
    'return job.target',
    'jobs/request/in-name-of-place',
  ),
  check(
    'jobs/request/admit.ts',
    '{ ...invocation, ...rights, target: place',
    '{ ...invocation, target: place',
    'jobs/request/in-name-of-place',
  ),
  check(
    'jobs/request/request.ts',
    'invocation.askedIn === undefined ? values : { ...values, [seenByName]: onlyMe }',
    'values',
    'jobs/request/in-name-of-place',
  ),
  check(
    'jobs/request/decide.ts',
    "return access === 'allowed' ? approval : undefined",
    'return approval',
    'jobs/request/approve',
  ),
  check(
    'jobs/request/decide.ts',
    "target: { ...target, channel: '', isAway: true as const }",
    'target: { ...target, isAway: true as const }',
    'jobs/request/decide',
  ),
  check(
    'jobs/request/decide.ts',
    "target: { ...target, channel: '', isAway: true as const }",
    "target: { ...target, channel: '' }",
    'jobs/request/decide',
    'jobs/request/approved-while-away',
  ),
  check(
    'jobs/request/decide.ts',
    '{ parent: _parent, ...target }: Target,',
    'target: Target,',
    'jobs/request/decide',
  ),
  check('jobs/request/decide.ts', 'if (seen.includes(false)) return unseenClip()', '', 'jobs/request/decide'),
  check(
    'jobs/request/decide.ts',
    'const { isByAdmin: _then, ...request } = approval.request',
    'const request = approval.request',
    'jobs/request/decide',
    'jobs/request/approve',
  ),
]

/** Who may use a job, draft or clip, and whether the caller checks. */
export const accessChecks: readonly SecurityCheck[] = [...rules, ...callers, ...away]
