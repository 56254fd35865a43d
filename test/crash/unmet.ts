import { type EffectName, effectNames } from '../../src/core/effect.ts'

/**
 * Why a death at an effect that no dry run has is no danger to a job or its money, and where that is shown.
 */
export interface Excuse {
  why: string
  /** A test's file, and words of its name. */
  shownBy: readonly [file: string, name: string]
}

/** The excuses, by their effects. */
export const excuses: Partial<Record<EffectName, Excuse>> = {
  // What only a death or a lost answer brings.
  'discord.look': {
    why: 'reads what was said, 90 seconds after a post whose answer was lost',
    shownBy: ['test/bots/discord/once.test.ts', 'is found behind all that was said since'],
  },
  'store.failed': {
    why: 'one script, which counts a step that threw; a step that takes its process along was counted before',
    shownBy: [
      'test/redis/dead-letters.test.ts',
      'is counted down by a step that was overtaken while it lived',
    ],
  },
  'places.release': {
    why: 'gives back the place of a request that was not sent; the sweeper does so again where that did not happen',
    shownBy: ['test/jobs/worker/upkeep/sweep-line.test.ts', 'under an earlier epoch is given back'],
  },
  'slack.views.publish': {
    why: 'shows a member what there is; the next visit shows it again',
    shownBy: ['test/bots/slack/incoming/home.test.ts', 'is shown as it is at each visit'],
  },
  'slack.views.update': {
    why: 'shows a form again, with what is wrong; nothing is kept by it',
    shownBy: ['test/bots/slack/forms/form.test.ts', 'problems stand under their own inputs'],
  },
  'ratings.rate': {
    why: 'one script, which moves a vote and its counts together; no job and no money depends on it',
    shownBy: ['test/redis/ratings.test.ts', 'is one, however often it is given'],
  },
  'voiceCopy.keep': {
    why: 'keeps what the service tells anybody at any time',
    shownBy: ['test/redis/voice-copy.test.ts', 'that is kept again'],
  },
  'voiceSamples.keep': {
    why: 'keeps the sample of a voice before it is posted, as often as that is tried',
    shownBy: ['test/redis/voice-samples.test.ts', 'that is kept again'],
  },
  'welcomes.begin': {
    why: 'belongs to no job; what a dead process began is finished by the next report of the same arrival',
    shownBy: ['test/jobs/welcome.test.ts', 'of a process that died is finished'],
  },
  'welcomes.end': {
    why: 'belongs to no job; what is not noted as over counts as said',
    shownBy: ['test/jobs/welcome.test.ts', 'of a process that died is finished'],
  },
  'alerts.raise': {
    why: 'one entry in a list; an alert that a dead process did not raise is missing, and members and the log say the same',
    shownBy: ['test/jobs/worker/own-key.test.ts', 'due when a pause begins'],
  },
  'alerts.begin': {
    why: 'belongs to no job; what a dead process began is finished by the next look',
    shownBy: ['test/jobs/worker/upkeep/alerts.test.ts', 'of a process that died is finished'],
  },
  'alerts.end': {
    why: 'belongs to no job; what is not noted as over counts as said',
    shownBy: ['test/jobs/worker/upkeep/alerts.test.ts', 'of a process that died is finished'],
  },
  'bonuses.lapse': {
    why: 'one script for each share; the next look takes back what a dead process left',
    shownBy: ['test/redis/bonuses.test.ts', 'is taken back once, however many workers see it'],
  },
  // Requests to admins, as long as they are no job.
  'approvals.setChannel': {
    why: 'one script; the admin is told only afterwards',
    shownBy: ['test/redis/approvals.test.ts', 'are shown in the channel that admins chose'],
  },
  'approvals.end': {
    why: 'one script; workers tell of it afterwards',
    shownBy: ['test/jobs/worker/upkeep/approvals.test.ts', 'is told once, though workers die in between'],
  },
  // What owners of clips say, before there is any job.
  'settings.setConsent': {
    why: "belongs to no job: an admin's change, which the same command makes again",
    shownBy: ['test/redis/settings.test.ts', 'are changed one by one'],
  },
  'consents.answer': {
    why: "belongs to no job: a member's answer, which the same command gives again",
    shownBy: ['test/redis/consents.test.ts', 'holds until it is changed or taken back'],
  },
  'consents.ask': {
    why: 'one script; the requester is told only afterwards',
    shownBy: ['test/redis/consents.test.ts', 'is due once a week at most'],
  },
  'consents.begin': {
    why: 'belongs to no job; what a dead process began is finished by the next look',
    shownBy: ['test/jobs/worker/upkeep/questions.test.ts', 'of a process that died is finished'],
  },
  'consents.end': {
    why: 'belongs to no job; what is not noted as over counts as said',
    shownBy: ['test/jobs/worker/upkeep/questions.test.ts', 'of a process that died is finished'],
  },
  'pseudonyms.forget': {
    why: 'one script, which the same command runs again',
    shownBy: [
      'test/redis/archiver-names.test.ts',
      'who delete their data twice, or before anything is archived, are not known either',
    ],
  },
  'consents.forget': {
    why: 'one transaction, which the same command makes again',
    shownBy: ['test/redis/consents.test.ts', 'leaves nothing of them'],
  },
  'store.drop': {
    why: 'one script, before there is any job; nothing is held, and the same click drops it again',
    shownBy: [
      'test/jobs/request/quote.test.ts',
      'is not made by a click that was on its way when it was dropped',
    ],
  },
  // What changes nothing.
  'service.voices': {
    why: 'reads the list of voices, before anything is held',
    shownBy: ['test/audio-api/reads.test.ts', 'are tried again as well'],
  },
  'service.findVoices': {
    why: 'looks a voice up by its name, before anything is held',
    shownBy: [
      'test/audio-api/voices.test.ts',
      'are requested page by page, and named as the service names them',
    ],
  },
  'service.look': {
    why: 'reads one voice at a start',
    shownBy: ['test/jobs/worker/upkeep/service-look.test.ts', 'keeps requests from being taken'],
  },
  'places.resume': {
    why: 'one script; a pause that it did not end is over by itself after five minutes',
    shownBy: ['test/jobs/worker/upkeep/service-look.test.ts', 'takes requests again'],
  },
  'outside.look': {
    why: 'calls an address that belongs to no job',
    shownBy: ['test/app/reach.test.ts', 'changes nothing'],
  },
  'slack.usergroups.list': {
    why: 'reads the groups of the member who asks',
    shownBy: [
      'test/bots/slack/incoming/user-groups.test.ts',
      'are known at once where they were requested before',
    ],
  },
  'slack.users.conversations': {
    why: 'reads the channels of a member who is away',
    shownBy: [
      'test/jobs/request/approved-while-away.test.ts',
      'starts a request in a private channel of a member who is still in it, and of no other',
    ],
  },
  'ownKeys.set': {
    why: "belongs to no job: an admin's change, which the same event makes again",
    shownBy: ['test/redis/own-keys.test.ts', 'is changed once however often its event comes'],
  },
  'ownKeys.remove': {
    why: "belongs to no job: an admin's change, which the same event makes again",
    shownBy: ['test/redis/own-keys.test.ts', 'is changed once however often its event comes'],
  },
  'installations.keep': {
    why: 'belongs to no job: an admin installs the app again',
    shownBy: ['test/redis/installations.test.ts', 'is found as it was stored'],
  },
  'installations.replace': {
    why: 'belongs to no job: an unstored pair of tokens is lost, and an admin installs the app again',
    shownBy: ['test/redis/installations.test.ts', 'is replaced once'],
  },
  'installations.takeTurn': {
    why: 'an unused turn expires by itself',
    shownBy: ['test/redis/installations.test.ts', 'only one process at a time gets the turn'],
  },
  'installations.useState': {
    why: 'belongs to no job: an admin starts again with a new state',
    shownBy: ['test/redis/installations.test.ts', 'is used once'],
  },
  'slack.apps.uninstall': {
    why: 'belongs to no job: nothing is stored, so an app left installed does nothing',
    shownBy: ['test/bots/slack/setup/install.test.ts', 'is uninstalled, and nothing of it is kept'],
  },
  'slack.oauth.v2.access': {
    why: 'belongs to no job: the old pair works for a while, or an admin installs the app again',
    shownBy: ['test/bots/slack/outgoing/installed-token.test.ts', 'is refreshed by one of two processes'],
  },
  // What the bot does not do as it runs.
  'store.correct': {
    why: 'asked for by nobody: what comes late is written as ready or failed',
    shownBy: ['test/jobs/worker/late-outcome.test.ts', 'is looked at every ten minutes for a day'],
  },
  'discord.answerLater': {
    why: 'the bot edits its answer instead, and says nothing after it',
    shownBy: ['test/bots/discord/outgoing/effects.test.ts', 'discord.answerLater'],
  },
  'discord.publish': {
    why: 'of the program that publishes the commands, run by hand, which writes them all at once',
    shownBy: ['test/bots/discord/outgoing/deliver.test.ts', 'are published as one list'],
  },
}

/** Effects that neither a scenario has nor a reason excuses. */
export const forgotten = (met: ReadonlySet<EffectName>): readonly EffectName[] =>
  effectNames.filter((name) => !met.has(name) && excuses[name] === undefined)
