import { check, type SecurityCheck } from './check.ts'

/** Who owns a clip, and whether the owner agrees. */
const owners: readonly SecurityCheck[] = [
  check('core/command/consent.ts', "if (answer === 'decline') return 'declined'", '', 'core/command/consent'),
  check(
    'core/command/consent.ts',
    "if (isUnowned && !isPermitted) return 'needs_permission'",
    '',
    'core/command/consent',
  ),
  check(
    'core/command/consent.ts',
    "if (isLost && (isAnyDeclined || modes.includes('ask'))) return 'owner_lost'",
    '',
    'core/command/consent',
  ),
  check(
    'core/command/consent.ts',
    "if (owner !== undefined && modes.includes('ask')) return 'ask'",
    '',
    'core/command/consent',
  ),
  check(
    'core/command/consent.ts',
    '...(voiceFields.includes(field) ? [rules.voices] : []),',
    '',
    'core/command/consent',
  ),
  check(
    'core/command/consent.ts',
    'return isDiscordFile(clip.url, discord) || audio.some(',
    'return audio.some(',
    'core/command/consent',
  ),
  check(
    'core/command/consent.ts',
    'isDiscordFile(clip.url, discord) || audio.some(',
    'isDiscordFile(clip.url, discord) || [].some(',
    'core/command/consent',
  ),
  check(
    'core/command/consent.ts',
    "return clip.kind === 'upload' && clip.isOwnerLost === true",
    'return false',
    'core/command/consent',
  ),
  check(
    'jobs/request/consent.ts',
    'const said = await readAnswers(deps, asking, clips)',
    'const said = (await readAnswers(deps, asking, clips)) ?? { answers: new Map(), isAnyDeclined: false }',
    'jobs/request/consent',
  ),
  check(
    'jobs/request/consent.ts',
    'isAnyDeclined: hasLost && (await consents.isAnyDeclined(account)),',
    'isAnyDeclined: false,',
    'jobs/request/consent',
    'jobs/request/shown-again',
  ),
  check(
    'jobs/request/consent.ts',
    'isPermitted: filled.values[permissionName] === true,',
    'isPermitted: true,',
    'jobs/request/consent',
  ),
  check(
    'jobs/request/request.ts',
    "if (consent !== undefined && consent.status !== 'allowed') return answered(consent.answer)",
    '',
    'jobs/request/consent',
  ),
  check(
    'jobs/request/decide.ts',
    "return ruledOut('consent')",
    "return { status: 'allowed', notes: {} }",
    'jobs/request/decide',
  ),
  check(
    'jobs/request/decide.ts',
    'return notNow(consent.answer.message)',
    "return { status: 'allowed', notes: {} }",
    'jobs/request/decide',
  ),
  check(
    'redis/consents.ts',
    "if (fields.some((text, index) => index % 2 === 1 && text === 'decline')) return true",
    '',
    'redis/consents',
  ),
  check(
    'commands/jobs/again.ts',
    '{ [permissionName]: _permission, ...values }: RawValues,',
    'values: RawValues,',
    'commands/jobs/again',
    'jobs/request/consent',
  ),
  check(
    'commands/jobs/again.ts',
    '[name, isRequesters ? { ...clip, by: target.member } : value]',
    '[name, value]',
    'jobs/request/consent',
    'jobs/request/others-clips',
  ),
  check(
    'core/job/lineage.ts',
    '(outcome?.mark === undefined ? undefined : sourcesOf({ notes })[0]?.by) ?? target.member',
    'target.member',
    'core/job/lineage',
    'jobs/request/shown-again',
  ),
  check(
    'core/job/lineage.ts',
    '{ [lineageNote]: known ?? JSON.stringify([origin]) }',
    '{ [lineageNote]: JSON.stringify([origin]) }',
    'core/job/lineage',
    'jobs/request/shown-again',
  ),
  check(
    'jobs/request/clips-brought.ts',
    'const isOfUnknown = message.forwardOf !== undefined && uploader === undefined && origin === undefined',
    'const isOfUnknown = false',
    'jobs/request/clips-brought',
  ),
  check(
    'jobs/request/clips-brought.ts',
    'by: authorOf(job),',
    'by: undefined,',
    'jobs/request/clips-brought',
    'jobs/request/shown-again',
  ),
  check(
    'bots/discord/incoming/clips.ts',
    'const isForMember = isOurs || job !== undefined',
    'const isForMember = false',
    'bots/discord/message-files',
  ),
  check(
    'bots/discord/incoming/clips.ts',
    'const ours = isOurs ? [message] : [...message.messageSnapshots.values()]',
    'const ours = [message, ...message.messageSnapshots.values()]',
    'bots/discord/message-files',
  ),
  check(
    'bots/slack/incoming/mentions.ts',
    'const isForMember = isOurs(us, message) || job !== undefined',
    'const isForMember = false',
    'bots/slack/incoming/mentions',
  ),
  check(
    'bots/slack/incoming/mentions.ts',
    'const areForwarded = !isOurs(us, message)',
    'const areForwarded = false',
    'bots/slack/incoming/mentions',
  ),
  check(
    'bots/slack/incoming/clips.ts',
    'return file.user === member ? clipOf(file, undefined) : ownedClip(file, undefined, botUser)',
    'return clipOf(file, undefined)',
    'bots/slack/incoming/clips',
  ),
  check(
    'bots/slack/incoming/clips.ts',
    'return user === botUser ? { ...clip, isOwnerLost: true } : { ...clip, by: user }',
    'return clip',
    'bots/slack/incoming/clips',
  ),
]

/** Clips that others may not use. */
const hidden: readonly SecurityCheck[] = [
  check(
    'commands/jobs/again.ts',
    'if (isSure || (await mayHaveClip(jobList, looking, clip, job.target))) values[name] = value',
    'if (true) values[name] = value',
    'jobs/request/others-clips',
  ),
  check(
    'commands/jobs/again.ts',
    'const isSure = clip === undefined || (isOwn && !isOthers(clip, invocation))',
    'const isSure = clip === undefined || isOwn',
    'jobs/request/others-clips',
  ),
  check(
    'jobs/request/clips-brought.ts',
    'if (ours.length === 0 || !(await canSee(viewerOf(invocation), { platform, server, channel, member })))',
    'if (ours.length === 0)',
    'jobs/request/clips-brought',
  ),
  check(
    'jobs/clip-memory.ts',
    "if (clip.kind === 'upload' && clip.message === undefined && !isOthers)",
    "if (clip.kind === 'upload' && clip.message === undefined)",
    'jobs/request/others-clips',
  ),
  check('jobs/clip-memory.ts', '  if (isForRequesterAlone(job)) return', '', 'jobs/worker/clips'),
  check(
    'jobs/clip-memory.ts',
    'if (job.outcome === undefined || isForRequesterAlone(job)) return',
    'if (job.outcome === undefined) return',
    'jobs/worker/post-privately',
  ),
  check(
    'commands/privacy/export.ts',
    'const { url: _url, ...others } = clip',
    'const others = clip',
    'commands/privacy/privacy',
  ),
]

/** Consent of a clip's owner, and private clips. */
export const clipOwnershipChecks: readonly SecurityCheck[] = [...owners, ...hidden]
