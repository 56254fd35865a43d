/**
 * Everything that is visible outside the process or outlives it. The list is closed: nothing else can be done
 * through `Effect`, and a process can be killed before and after each effect.
 */
export const effectNames = [
  // Changes to a job or its money. The records are the truth, so these are the transitions.
  'store.request',
  'store.drop',
  'store.approve',
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
  'store.news',
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
  'budgets.setPause',
  'budgets.setAlerts',
  'budgets.setSponsoring',
  'budgets.sponsor',
  'blocks.set',
  'pseudonyms.forget',
  'ownKeys.set',
  'ownKeys.remove',
  'installations.keep',
  'installations.replace',
  'installations.takeTurn',
  'installations.useState',
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
  // What members can refer to or continue later.
  'clips.remember',
  'clips.forget',
  'drafts.keep',
  'drafts.forget',
  // Settings of members and admins, and copies of the service's lists that outlive the process.
  'settings.change',
  'settings.rule',
  'settings.liftRules',
  'settings.refuseWords',
  'settings.setConsent',
  'ratings.rate',
  'ratings.forget',
  'voiceCopy.keep',
  'voiceSamples.keep',
  // Requests that admins decide on.
  'approvals.setChannel',
  'approvals.park',
  'approvals.end',
  'approvals.take',
  'approvals.note',
  'approvals.forget',
  // What owners of clips say, and the questions to them.
  'consents.answer',
  'consents.ask',
  'consents.begin',
  'consents.end',
  'consents.forget',
  // The welcome of a server or workspace.
  'welcomes.begin',
  'welcomes.end',
  // Alerts for a server's admins.
  'alerts.raise',
  'alerts.begin',
  'alerts.end',
  // Bonus credits that have expired.
  'bonuses.lapse',
  // The audio service and the files that it made.
  'service.submit',
  'service.answer',
  'service.lookUp',
  'service.voices',
  'service.findVoices',
  'service.look',
  'download.read',
  'download.look',
  // A request to our own public address.
  'outside.look',
  // Discord, by the call of its REST interface.
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
  // Slack, by the method of its Web API, and other effects.
  'slack.chat.postMessage',
  'slack.chat.postEphemeral',
  'slack.chat.update',
  'slack.chat.delete',
  'slack.chat.getPermalink',
  'slack.conversations.history',
  'slack.conversations.info',
  'slack.conversations.open',
  'slack.conversations.replies',
  'slack.files.completeUploadExternal',
  'slack.files.delete',
  'slack.files.getUploadURLExternal',
  'slack.files.info',
  'slack.apps.uninstall',
  'slack.oauth.v2.access',
  'slack.usergroups.list',
  'slack.users.conversations',
  'slack.users.info',
  'slack.views.open',
  'slack.views.publish',
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

/**
 * Performs an outside effect once, under its name, and returns its result. `eventAtMs`: the time of the
 * event that it acknowledges.
 */
export type Effect = <Result>(
  name: EffectName,
  perform: () => Promise<Result>,
  eventAtMs?: number,
) => Promise<Result>

/** The production effect: just performs. */
export const performed: Effect = (_name, perform) => perform()

type AsyncMethod = (...args: never[]) => Promise<unknown>

/**
 * A port whose methods are effects named after the port and the method, such as `store.request`; `free` are those
 * that change nothing and notify nobody. It does not compile while a method is neither free nor on the list of
 * effects; the object's other members are left out. In production nothing comes between.
 * @example withEffects(effect, 'blocks', blocks, ['all', 'has'])
 */
export const withEffects = <
  const Name extends string,
  Port extends { [Method in keyof Port]: Method extends string ? AsyncMethod : never },
  const Free extends keyof Port & string,
>(
  effect: Effect,
  name: `${Name}.${Exclude<keyof Port & string, Free>}` extends EffectName ? Name : never,
  port: Port,
  free: readonly Free[],
): Port => {
  const acting = Object.entries<AsyncMethod>({ ...port }).flatMap(([method, perform]) => {
    const effectName = `${name}.${method}`
    if ((free as readonly string[]).includes(method)) return [[method, perform]]
    if (!isEffectName(effectName)) return []
    if (effect === performed) return [[method, perform]]
    return [[method, (...args: never[]) => effect(effectName, () => perform(...args))]]
  })
  return Object.fromEntries(acting)
}
