import { type Answer, denial, keptRefusal, type MessageAnswer, refusal } from '../../core/command/answer.ts'
import { type ConsentRules, usualConsent } from '../../core/command/consent.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { confirmFromName, confirmFromOf } from '../../core/command/own-settings.ts'
import { everybodyHere, onlyMe, seenByName, spoilerName } from '../../core/command/seen-by.ts'
import {
  type DefaultHere,
  defaultsIn,
  noSettings,
  requestSettingNames,
  type SettingName,
  type SettingsHere,
  type SettingsStore,
  verdictOn,
  type Whereabouts,
} from '../../core/command/settings.ts'
import { channelKindTexts, whereFacts } from '../../core/command/settings-text.ts'
import type { Microcredits } from '../../core/credits.ts'
import { type Log, onOutage } from '../../core/log.ts'
import { plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { type AccountId, accountOf, budgetChannelOf, isPersonal, type Target } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { within } from '../../core/waiting.ts'
import { nothingWasCharged } from '../messages/messages.ts'

/** The settings that apply to a request; either is undefined while it can't be read. */
export interface SettingsRead {
  defaults: SettingsHere['defaults'] | undefined
  where: Whereabouts | undefined
  /** Empty while they can't be read: then nothing can be requested anyway. */
  words: readonly string[]
  /** Those of direct messages while they can't be read: in a server, nothing can be requested then. */
  consent: ConsentRules
}

interface LookOptions {
  settings: Pick<SettingsStore, 'read'>
  log: Log
}

/** Longest time that a request waits for its settings. */
export const settingsLookMs = 400

/** Number of servers whose channels are remembered in case they can't be read. */
const rememberedMax = 10_000

/** Reads the settings that apply to a request. Never throws. */
export type SettingsLook = (target: Target) => Promise<SettingsRead>

/** Reads the settings for a request in time. If channels can't be read, those read last apply. */
export const createSettingsLook = ({ settings, log }: LookOptions): SettingsLook => {
  const lastRead = new Map<AccountId, Pick<SettingsHere, 'where' | 'words' | 'consent'>>()
  const tellUnread = onOutage(log, 'the settings could not be read')
  return async (target) => {
    const account = accountOf(target)
    const place = { member: target.member, channel: budgetChannelOf(target) }
    const reading = settings.read(account, place).then((here) => {
      lastRead.delete(account)
      lastRead.set(account, { where: here.where, words: here.words, consent: here.consent })
      const [oldest] = lastRead.keys()
      if (lastRead.size > rememberedMax && oldest !== undefined) lastRead.delete(oldest)
      return here
    })
    const read = await within(settingsLookMs, reading).catch((error: unknown) => {
      tellUnread(error)
      return undefined
    })
    const { where, words = [], consent = usualConsent } = lastRead.get(account) ?? {}
    return read ?? { defaults: undefined, where, words, consent }
  }
}

const refusedChannel = (said: string | ResultMessage): MessageAnswer => ({
  ...denial(said),
  refusedFor: 'channel',
})

const unreadRules = (): Answer =>
  refusal(
    say(
      "I can't check right now whether Tunesmith is allowed in this channel. Try again in a minute. Nothing was charged.",
    ),
  )

/**
 * The refusal for a member who may not make requests in this channel, or whose permission can't be read: money
 * is spent only where an admin allows it. In direct messages members pay themselves and may ask anywhere.
 */
export const refusedHere = (
  where: Whereabouts | undefined,
  { target, channelKinds }: Pick<Invocation, 'target' | 'channelKinds'>,
): Answer | undefined => {
  if (isPersonal(accountOf(target))) return undefined
  if (where === undefined) return unreadRules()
  const verdict = verdictOn(where, budgetChannelOf(target), channelKinds)
  switch (verdict.status) {
    case 'allowed':
      return undefined
    case 'unknown':
      return unreadRules()
    case 'refused':
      return refusedChannel(
        say(
          'An admin has turned Tunesmith off in this channel. Use another one, or ask an admin to change it with /settings where. Nothing was charged.',
        ),
      )
    case 'kind_refused':
      return refusedChannel(
        say(
          'An admin has turned Tunesmith off in {{kind}}. Use another channel, or ask an admin to change it with /settings where. Nothing was charged.',
          { kind: sayDeclared(channelKindTexts[verdict.kind]) },
        ),
      )
    case 'not_listed':
      return refusedChannel({
        text: say(
          "Tunesmith isn't allowed in this channel. Use a channel listed below, or ask an admin to allow this one with /settings where. Nothing was charged.",
        ),
        tone: 'failed',
        blocks: [{ kind: 'facts', facts: whereFacts(where) }],
      })
  }
}

/**
 * A member's private requests must never become public: while the private default can't be read, a request must
 * state its audience itself. Other defaults are then left out. A form has them in its draft.
 */
const refusedUnread = ({ target, values, askedIn, form }: Invocation): Answer | undefined =>
  isPersonal(accountOf(target)) ||
  askedIn !== undefined ||
  form !== undefined ||
  values[seenByName] !== undefined
    ? undefined
    : keptRefusal(
        plainMessage(
          say(
            "I can't check right now whether this should be private. Add seen_by:me or seen_by:here, or try again in a minute. Nothing was charged.",
          ),
          'failed',
        ),
        '',
        [
          { label: say('Only me'), values: { [seenByName]: onlyMe } },
          { label: say('Everyone here'), values: { [seenByName]: everybodyHere } },
        ],
      )

/** While the settings can't be read, results are covered: admins may want that. */
const assumedSpoiler: DefaultHere = { name: spoilerName, value: true, owner: 'server' }

/**
 * The defaults that a place supplies, and why nothing can be requested there; `refused` is undefined if
 * requests are allowed. For a rerun of another job, only the audience's default applies, and the spoiler that admins
 * want.
 */
export const lookAtPlace = async (
  { lookAtSettings }: { lookAtSettings: SettingsLook },
  invocation: Invocation,
): Promise<{
  defaults: readonly DefaultHere[]
  /** The default by which admins want every result here to be a spoiler, whatever a request says. */
  spoilerRule?: DefaultHere | undefined
  /** The least cost that a typed request shows first. */
  confirmFrom?: Microcredits | undefined
  /** Words and patterns that the server refuses. */
  words: readonly string[]
  /** The server's rules for clips. */
  consent: ConsentRules
  refused: Answer | undefined
}> => {
  const { cannotPost, target, withoutDefaults } = invocation
  if (cannotPost !== undefined)
    return {
      defaults: [],
      words: [],
      consent: usualConsent,
      refused: refusal(`${cannotPost} ${nothingWasCharged()}`),
    }
  const { defaults, where, words, consent } = await lookAtSettings(target)
  const names: readonly SettingName[] = withoutDefaults ? [seenByName] : requestSettingNames
  const [confirm] = defaultsIn(defaults ?? noSettings.defaults, [confirmFromName])
  const [spoiler] = defaultsIn(defaults ?? noSettings.defaults, [spoilerName])
  const isRuled = spoiler?.value === true && spoiler.owner !== 'member'
  const isUnread = defaults === undefined && !isPersonal(accountOf(target))
  return {
    ...(isRuled && { spoilerRule: spoiler }),
    ...(isUnread && { spoilerRule: assumedSpoiler }),
    confirmFrom: confirm && confirmFromOf(confirm.value),
    words,
    consent,
    defaults: defaultsIn(defaults ?? noSettings.defaults, names),
    refused:
      refusedHere(where, invocation) ?? (defaults === undefined ? refusedUnread(invocation) : undefined),
  }
}
