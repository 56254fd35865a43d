import { clipName } from '../../core/clip/clip.ts'
import type { GivenClip } from '../../core/clip/clip-field.ts'
import type { FileOrigins } from '../../core/clip/link.ts'
import { type Answer, keptRefusal, problemsAnswer } from '../../core/command/answer.ts'
import {
  type ConsentCase,
  type ConsentRules,
  type Consents,
  decideConsent,
  isOwnerLost,
  ownerOf,
  ownersOf,
  permissionName,
} from '../../core/command/consent.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import type { RawValues } from '../../core/fields/field.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { ownersNotes } from '../../core/job/lineage.ts'
import type { Log } from '../../core/log.ts'
import { type LineFact, plainMessage } from '../../core/message/message.ts'
import { accountOf, budgetChannelOf, isPersonal } from '../../core/target.ts'
import { say, sayList } from '../../core/text/say.ts'
import { shortened } from '../../core/text/text.ts'
import { within } from '../../core/waiting.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { tryAgain } from './hold.ts'
import { withoutWrong } from './remedies.ts'

/** Dependencies for finding out whether the clips of a request may be used. */
export interface ConsentDeps {
  consents: Pick<Consents, 'answersOf' | 'isAnyDeclined' | 'ask'>
  log: Log
  fileOrigins: FileOrigins
}

/** The member who wants to use clips, where, and which ids are bots there. */
type Asking = Pick<Invocation, 'target' | 'isBot'>

/** The part of a whole request that decides about its clips. */
interface ClipsGiven {
  prepared: Pick<PreparedRequest, 'clips'>
  filled: { readonly values: RawValues }
}

/** An answer must leave soon. */
const answersMs = 400

const nameLengthMax = 60

/** The names of clips in a sentence, such as “band.wav” and “take 2”. */
const namesOf = (clips: readonly GivenClip[]): string =>
  sayList(clips.map(({ clip }) => say('“{{title}}”', { title: shortened(clipName(clip), nameLengthMax) })))

/** What the owners of these clips say, as far as it decides about them; undefined while it can't be read. */
const readAnswers = async (
  { consents, log, fileOrigins }: ConsentDeps,
  { target }: Asking,
  clips: readonly GivenClip[],
): Promise<Pick<ConsentCase, 'answers' | 'isAnyDeclined'> | undefined> => {
  const account = accountOf(target)
  const owners = ownersOf(clips, target.member)
  // In direct messages all clips are the member's own.
  const hasLost = !isPersonal(account) && clips.some(({ clip }) => isOwnerLost(clip, fileOrigins))
  const read = async () => ({
    answers: owners.length === 0 ? new Map() : await consents.answersOf(account, owners),
    isAnyDeclined: hasLost && (await consents.isAnyDeclined(account)),
  })
  try {
    return await within(answersMs, read())
  } catch (error) {
    log.warn("the answers of clips' owners could not be read", { error })
    return undefined
  }
}

/** A bot's message may bring a clip, but a bot agrees to nothing: its clips count as nobody's. */
const withoutBots = ({ isBot, target }: Asking, clips: readonly GivenClip[]): Promise<readonly GivenClip[]> =>
  Promise.all(
    clips.map(async (given) => {
      const owner = ownerOf(given.clip, target.member)
      if (given.clip.kind === 'link' || owner === undefined || (await isBot?.(owner)) !== true) return given
      return { ...given, clip: { ...given.clip, by: undefined } }
    }),
  )

const uncheckedAnswer = (): Answer =>
  keptRefusal(
    plainMessage(
      `${say("I can't check right now whether the clip's owner agrees. Try again in a minute.")} ${nothingWasCharged()}`,
      'failed',
    ),
    '',
    [tryAgain()],
  )

/** Names the clips that can't be used, each with the reason; they can be left out where none is needed. */
const unusableAnswer = (
  feature: Feature,
  clips: readonly GivenClip[],
  why: (called: { clip: string }) => string,
): Answer => {
  const problems = clips.map(({ field, clip }) => ({
    field,
    text: why({ clip: shortened(clipName(clip), nameLengthMax) }),
  }))
  const { message } = problemsAnswer(problems, nothingWasCharged())
  return { ...keptRefusal(message, '', withoutWrong(feature, problems)), refusedFor: 'consent' }
}

const declinedText = (called: { clip: string }): string =>
  say("The owner of “{{clip}}” doesn't allow others to use it. Choose another clip.", called)

const ownerLostText = (called: { clip: string }): string =>
  say(
    "I no longer know whose clip “{{clip}}” is, so I can't check whether they agree. Choose another clip.",
    called,
  )

const permissionAnswer = (clips: readonly GivenClip[]): Answer =>
  keptRefusal(
    plainMessage(
      `${say('Did you make {{clips}}, or did the owner agree? Confirm it to go on.', { clips: namesOf(clips) })} ${nothingWasCharged()}`,
      'failed',
    ),
    '',
    [{ label: say('I have permission'), values: { [permissionName]: true } }],
  )

const askedAnswer = (clips: readonly GivenClip[], requester: string): Answer => {
  const owners = ownersOf(clips, requester).map(
    (id): LineFact => ({ label: say('Owner'), value: [{ kind: 'member', id }] }),
  )
  const text = say("I've asked the owner of {{clips}}. Try again once they agree.", { clips: namesOf(clips) })
  const message = plainMessage(`${text} ${nothingWasCharged()}`, 'failed')
  const withOwners = { ...message, blocks: [{ kind: 'line' as const, facts: owners }] }
  return { ...keptRefusal(withOwners, '', [tryAgain()]), refusedFor: 'consent' }
}

/** Asks each owner about the first of their clips. Throws AppError `store_unavailable`. */
const askOwners = async (
  { consents }: ConsentDeps,
  feature: Feature,
  { target }: Asking,
  clips: readonly GivenClip[],
): Promise<void> => {
  for (const owner of ownersOf(clips, target.member)) {
    const first = clips.find(({ clip }) => ownerOf(clip, target.member) === owner)
    await consents.ask(accountOf(target), owner, {
      requester: target.member,
      channel: budgetChannelOf(target),
      feature: feature.name,
      clip: first === undefined ? '' : clipName(first.clip),
    })
  }
}

/** Why a request's clips can't be used now, or the notes of its job about them. */
export type ConsentLook =
  | { status: 'refused' | 'undecided'; answer: Answer }
  | { status: 'allowed'; notes: JobRecord['notes'] }

const refused = (answer: Answer): ConsentLook => ({ status: 'refused', answer })

/**
 * Whether the clips of a request may be used, by the server's rules and their owners' answers. Owners who must agree and
 * have not answered are asked, by a message that a worker sends. Throws AppError `store_unavailable`.
 */
export const lookAtConsent = async (
  deps: ConsentDeps,
  feature: Feature,
  asking: Asking,
  { prepared: { clips }, filled }: ClipsGiven,
  rules: ConsentRules,
): Promise<ConsentLook> => {
  const requester = asking.target.member
  const said = await readAnswers(deps, asking, clips)
  if (said === undefined) return { status: 'undecided', answer: uncheckedAnswer() }
  const asked = {
    clips,
    voiceFields: feature.voiceFields,
    rules,
    isPermitted: filled.values[permissionName] === true,
    requester,
    fileOrigins: deps.fileOrigins,
    ...said,
  }
  const first = decideConsent(asked)
  const decision =
    first.status === 'ask' ? decideConsent({ ...asked, clips: await withoutBots(asking, clips) }) : first
  switch (decision.status) {
    case 'allowed':
      return { status: 'allowed', notes: ownersNotes(decision.tell) }
    case 'declined':
      return refused(unusableAnswer(feature, decision.clips, declinedText))
    case 'owner_lost':
      return refused(unusableAnswer(feature, decision.clips, ownerLostText))
    case 'needs_permission':
      return refused(permissionAnswer(decision.clips))
    case 'ask':
      await askOwners(deps, feature, asking, decision.clips)
      return { status: 'undecided', answer: askedAnswer(decision.clips, requester) }
  }
}
