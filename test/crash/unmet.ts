import { type EffectName, effectNames } from '../../src/core/effect.ts'

const byPerson =
  'a single script or call of somebody who waits for the answer, sees that none came, and asks again'
const courtesy = 'tells one person something that nothing else depends on'
const looking = 'changes nothing; what asks for it is repeated'

/** Effects that no scenario has yet, and why a death at them is no danger to a job or its money, or where it is tried. */
const reasons: Partial<Record<EffectName, string>> = {
  'store.correct': 'one script, repeated by its sender; test/core/redis/lost-replies.test.ts',
  'store.cancel': byPerson,
  'store.failed': 'only counts a step that threw',
  'budgets.setLimit': byPerson,
  'budgets.setShareLimit': byPerson,
  'budgets.grant': byPerson,
  'budgets.setManager': byPerson,
  'places.pause': 'lapses by itself',
  'drafts.keep': byPerson,
  'service.voices': looking,
  'discord.answerLater': courtesy,
  'discord.editAnswer': 'an edit, repeated under the interaction; test/jobs/crash.test.ts',
  'discord.remove': 'the same removal twice is one',
  'discord.openDirectMessage': 'the same channel however often it is asked for',
  'discord.publish': 'of the program that publishes, not of the bot',
  'discord.look': looking,
  'discord.open': looking,
  'slack.chat.postEphemeral': courtesy,
  'slack.chat.delete': 'the same removal twice is one',
  'slack.conversations.open': 'the same conversation however often it is asked for',
  'slack.conversations.replies': looking,
  'slack.usergroups.list': looking,
  'slack.views.open': byPerson,
  'slack.views.update': byPerson,
  'slack.respond': courtesy,
  'slack.open': looking,
}

/** Effects that neither a scenario has nor a reason excuses. */
export const forgotten = (met: ReadonlySet<EffectName>): readonly EffectName[] =>
  effectNames.filter((name) => !met.has(name) && reasons[name] === undefined)
