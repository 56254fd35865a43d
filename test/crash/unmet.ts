import { type EffectName, effectNames } from '../../src/core/effect.ts'

/** Why a death at an effect that no dry run has is no danger to a job or its money, and where that is shown. */
export interface Excuse {
  why: string
  /** A test's file, and words of its name. */
  shownBy: readonly [file: string, name: string]
}

/** The excuses, by their effects. */
export const excuses: Partial<Record<EffectName, Excuse>> = {
  // What only a death or a lost answer brings.
  'discord.editAnswer': {
    why: 'the edit of a message whose id is not known yet; the same edit twice is one',
    shownBy: ['test/bots/discord/deliver.test.ts', 'of an answer goes by its own right alone'],
  },
  'discord.look': {
    why: 'reads what was said, 90 seconds after a post whose answer was lost',
    shownBy: ['test/bots/discord/once.test.ts', 'is found behind all that was said since'],
  },
  'store.remove': {
    why: 'one script for somebody who presses a button, and can press it again as long as the message is there',
    shownBy: ['test/jobs/steps/removal.test.ts', 'is taken away by whoever takes the job up next'],
  },
  'store.removed': {
    why: 'one script, after a removal that does no harm when it is repeated',
    shownBy: ['test/jobs/steps/removal.test.ts', 'is taken away by whoever takes the job up next'],
  },
  'slack.files.delete': {
    why: 'takes a file of a deleted result away; the same removal twice is one',
    shownBy: ['test/bots/slack/deliver.test.ts', 'goes with its files, and once more does no harm'],
  },
  'discord.remove': {
    why: 'takes back a message whose successor is there; the same removal twice is one',
    shownBy: ['test/bots/discord/deliver.test.ts', 'may be gone already'],
  },
  'slack.chat.delete': {
    why: 'takes back the second of two answers to one event; the same removal twice is one',
    shownBy: ['test/bots/slack/deliver.test.ts', 'a message that is taken back twice is gone'],
  },
  'store.failed': {
    why: 'one script, which counts a step that threw; a step that takes its process along was counted before',
    shownBy: [
      'test/core/redis/dead-letters.test.ts',
      'is counted down by a step that was overtaken while it lived',
    ],
  },
  // One script or call for somebody who sees that no answer came, and asks again.
  'budgets.setManager': {
    why: 'the same change twice is one',
    shownBy: ['test/core/redis/budgets.test.ts', 'lapses, so that changes do not pile up'],
  },
  'slack.views.update': {
    why: 'shows a form again, with what is wrong; nothing is kept by it',
    shownBy: ['test/bots/slack/form.test.ts', 'problems stand under their own inputs'],
  },
  'settings.change': {
    why: 'the same change twice is one',
    shownBy: ['test/core/redis/settings.test.ts', 'set or taken out twice is the same as once'],
  },
  'settings.rule': {
    why: 'the same change twice is one',
    shownBy: ['test/core/redis/settings.test.ts', 'is allowed, refused, or neither any more'],
  },
  'settings.liftRules': {
    why: 'the same change twice is one',
    shownBy: ['test/core/redis/settings.test.ts', 'is allowed, refused, or neither any more'],
  },
  'voiceCopy.keep': {
    why: 'keeps what the service tells anybody at any time',
    shownBy: ['test/core/redis/voice-copy.test.ts', 'that is kept again'],
  },
  // What changes nothing.
  'service.voices': {
    why: 'reads the list of voices, before anything is held',
    shownBy: ['test/core/api/reads.test.ts', 'are tried again as well'],
  },
  'slack.usergroups.list': {
    why: 'reads the groups of whoever asks',
    shownBy: ['test/bots/slack/user-groups.test.ts', 'are known at once where they were asked for before'],
  },
  'clips.forget': {
    why: 'a script for each channel, and forgetting twice is forgetting once; whoever saw no answer presses again',
    shownBy: ['test/core/redis/clip-index.test.ts', 'is forgotten at their wish'],
  },
  // What the bot does not do as it runs.
  'records.forget': {
    why: 'one script, for records that are past their time; the same removal twice is one',
    shownBy: ['test/core/redis/records.test.ts', 'twice is one removal'],
  },
  'store.correct': {
    why: 'asked for by nobody: what comes late is written as ready or failed',
    shownBy: ['test/jobs/steps/late.test.ts', 'is looked at every ten minutes for a day'],
  },
  'discord.answerLater': {
    why: 'the bot edits its answer instead, and says nothing after it',
    shownBy: ['test/bots/discord/effects.test.ts', 'discord.answerLater'],
  },
  'discord.publish': {
    why: 'of the program that publishes the commands, run by hand, which writes them all at once',
    shownBy: ['test/bots/discord/deliver.test.ts', 'are published as one list'],
  },
}

/** Effects that neither a scenario has nor a reason excuses. */
export const forgotten = (met: ReadonlySet<EffectName>): readonly EffectName[] =>
  effectNames.filter((name) => !met.has(name) && excuses[name] === undefined)
