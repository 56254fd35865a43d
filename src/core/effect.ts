/**
 * Everything that can be seen outside the process, or that outlives it. The list is closed: what is not on it
 * cannot be done through `Effect`, and a process can be killed before and after each of them.
 */
export const effectNames = [
  // What moves a job or its money. The records are the truth, so these are the transitions.
  'store.request',
  'store.accept',
  'store.take',
  'store.beginSubmit',
  'store.submitted',
  'store.outlivesFailover',
  'store.returnToAccepted',
  'store.uncertain',
  'store.void',
  'store.fail',
  'store.book',
  'store.ready',
  'store.correct',
  'store.cancel',
  'store.finish',
  'store.told',
  'store.wakeAt',
  'store.hint',
  'store.note',
  'store.putMessage',
  'store.failed',
  'store.rewake',
  'store.call',
  'store.recover',
  'store.remove',
  'store.removed',
  'store.repairOperator',
  'records.forget',
  'budgets.setLimit',
  'budgets.setShareLimit',
  'budgets.grant',
  'budgets.setManager',
  'blocks.set',
  'places.take',
  'places.keep',
  'places.release',
  'places.leave',
  'places.busy',
  'places.pause',
  'places.resume',
  'places.tend',
  'places.spendLookup',
  'prices.learn',
  'queue.wake',
  // What members can point at or go on with later.
  'clips.remember',
  'clips.forget',
  'drafts.keep',
  'drafts.forget',
  // What members and admins set, and what outlives the process of the service's lists.
  'settings.change',
  'settings.rule',
  'settings.liftRules',
  'voiceCopy.keep',
  // The audio service, and the files that it made.
  'service.submit',
  'service.answer',
  'service.lookUp',
  'service.voices',
  'service.look',
  'download.read',
  'download.look',
  // A request to our own public address.
  'outside.look',
  // Discord, by what a call of its REST interface does.
  'discord.answer',
  'discord.answerLater',
  'discord.editAnswer',
  'discord.post',
  'discord.edit',
  'discord.remove',
  'discord.openDirectMessage',
  'discord.publish',
  'discord.look',
  'discord.open',
  // Slack, by the method of its Web API, and what goes another way.
  'slack.chat.postMessage',
  'slack.chat.postEphemeral',
  'slack.chat.update',
  'slack.chat.delete',
  'slack.conversations.history',
  'slack.conversations.info',
  'slack.conversations.open',
  'slack.conversations.replies',
  'slack.files.completeUploadExternal',
  'slack.files.delete',
  'slack.files.getUploadURLExternal',
  'slack.files.info',
  'slack.usergroups.list',
  'slack.users.info',
  'slack.views.open',
  'slack.views.update',
  'slack.acknowledge',
  'slack.respond',
  'slack.upload',
  'slack.open',
] as const

/** The name of an outside effect. */
export type EffectName = (typeof effectNames)[number]

/** Whether this is the name of an outside effect. */
export const isEffectName = (name: string): name is EffectName =>
  (effectNames as readonly string[]).includes(name)

/** Performs an outside effect under its name, once, and comes to what it comes to. */
export type Effect = <Result>(name: EffectName, perform: () => Promise<Result>) => Promise<Result>

/** The effect of production: it just performs. */
export const performed: Effect = (_name, perform) => perform()

type Method = (...args: never[]) => Promise<unknown>

/** For each method of a port the name of its effect; `free` changes nothing and tells nobody anything. */
export type EffectsOf<Port> = { readonly [Name in keyof Port]: EffectName | 'free' }

/** A port whose methods are effects. Every method has to be named, so that none is forgotten. */
export const withEffects = <Port extends { [Name in keyof Port]: Method }>(
  effect: Effect,
  port: Port,
  names: EffectsOf<Port>,
): Port => {
  const methods: Readonly<Record<string, Method>> = { ...port }
  const named: Readonly<Record<string, EffectName | 'free'>> = { ...names }
  const acting = Object.entries(named).map(([method, name]) => {
    const perform = methods[method]
    if (perform === undefined || name === 'free') return [method, perform]
    return [method, (...args: never[]) => effect(name, () => perform(...args))]
  })
  return Object.fromEntries(acting)
}
