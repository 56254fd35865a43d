import type { PauseReason } from '../../core/job/concurrency.ts'
import type { KeyTest } from '../../core/job/own-keys.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { keyTestTexts } from '../budget/key.ts'
import type { DoctorLine } from './line.ts'

const pausedTexts = {
  balance: declared("Your bot operator's account with it is out of credit. They need to top it up."),
  key: declared("It doesn't accept your bot operator's key. They need to fix this."),
  unclear: declared("It isn't answering clearly right now. I keep trying, and requests wait."),
  address: declared("I can't find it at its address. Your bot operator needs to fix this."),
} as const satisfies Record<PauseReason, string>

/** Whether the audio service takes requests: with the server's own key, if it has one. */
export const serviceLine = (pausedFor: PauseReason | undefined, ownKey: KeyTest | undefined): DoctorLine => {
  if (ownKey !== undefined)
    return {
      label: say('Your API key'),
      problems: ownKey === 'accepted' ? [] : [sayDeclared(keyTestTexts[ownKey])],
      fine: sayDeclared(keyTestTexts.accepted),
    }
  return {
    label: say('Audio service'),
    problems: pausedFor === undefined ? [] : [sayDeclared(pausedTexts[pausedFor])],
    fine: say('It takes requests.'),
  }
}
