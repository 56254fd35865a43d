import type { Model, Reply } from './ledger-model.ts'
import type { SettingsCall } from './ledger-model-calls.ts'

const setOrLift = (limits: Map<string, number>, name: string, limit: number | undefined): void => {
  if (limit === undefined) limits.delete(name)
  else limits.set(name, limit)
}

const apply = (model: Model, call: SettingsCall): Reply => {
  switch (call.change) {
    case 'limit':
      model.limits.set('server', call.limit)
      model.calendar = { ...model.calendar, period: call.period, zone: call.zone }
      return {}
    case 'member limit':
      setOrLift(model.limits, call.member === undefined ? 'member' : `member:${call.member}`, call.limit)
      return {}
  }
}

/** What an admin ought to be told; the same event is one change, and has its first answer. */
export const changed = (model: Model, call: SettingsCall): Reply => {
  const known = model.events.get(call.event)
  if (known !== undefined) return known.reply
  const reply = apply(model, call)
  model.events.set(call.event, { contents: JSON.stringify(call), reply })
  return reply
}
