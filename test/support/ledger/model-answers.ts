import { type Model, type Reply, requested } from './model.ts'
import type { Call } from './model-calls.ts'
import { changed } from './model-settings.ts'
import { cancelled, corrected, rewoken, stepped, taken, told, wokenAt } from './model-steps.ts'

/** What a call ought to be told. The model has followed it afterwards. */
export const answerOf = (model: Model, call: Call): Reply => {
  switch (call.kind) {
    case 'request': {
      // Where the operator's total refuses, nothing of the account is read after that.
      const pausedAtFirst = new Set(model.paused)
      if (call.overtakenBy !== undefined) changed(model, call.overtakenBy)
      const reply = requested(model, call, pausedAtFirst)
      return call.leave === 'declined'
        ? { ...reply, ended: model.approvals.get(call.slot)?.state ?? '' }
        : reply
    }
    case 'step':
      return stepped(model, call)
    case 'settings':
      return changed(model, call)
    case 'take':
      return taken(model, call)
    case 'told':
      return told(model, call)
    case 'wake at':
      return wokenAt(model, call)
    case 'note':
      return model.jobs.get(call.slot)?.epoch === call.epoch
        ? { status: 'noted' }
        : { threw: 'step_over', because: 'another worker has the job by now' }
    case 'cancel':
      return cancelled(model, call)
    case 'correct':
      return corrected(model, call)
    case 'rewake':
      return rewoken(model, call)
  }
}
